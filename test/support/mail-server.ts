import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** The SMTP server of the product that test files share: what it has accepted, by recipient. */
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

  /** Resolves to its address. */
  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  /** The sources of the mails to an address, byte by byte, in the order in which they came. */
  to(address: string): string[] {
    return this.#accepted.filter(({ to }) => to.includes(address.toLowerCase())).map(({ source }) => source);
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
