import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** SMTP server of the product that test files share. Stores accepted e-mails by recipient. */
export class MailServer {
  readonly #accepted: { to: string[]; source: string }[] = [];
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, { envelope }, callback) => {
      const to = envelope.rcptTo.map(({ address }) => address.toLowerCase());
      buffer(stream).then((content) => {
        this.#accepted.push({ to, source: content.toString('latin1') });
        callback();
      }, callback);
    },
  });

  /** Starts the server. Resolves to its address. */
  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  /** Returns the sources of the e-mails to an address, byte by byte, in order of arrival. */
  to(address: string): string[] {
    return this.#accepted.filter(({ to }) => to.includes(address.toLowerCase())).map(({ source }) => source);
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
