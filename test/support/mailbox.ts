import type { AddressInfo, Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { inject } from 'vitest';
import { atEndOfFile } from './end-of-file.ts';
import { waitFor } from './wait-for.ts';

/** Returns the addresses in an e-mail's To header. */
export const recipientsOf = ({ to }: ParsedMail) =>
  [to].flat().flatMap((group) => group?.value.map(({ address }) => address) ?? []);

/** Returns the e-mails that the shared product sent to an address, oldest first. */
async function mailsTo(address: string): Promise<ParsedMail[]> {
  const response = await fetch(`${inject('shared')}/mails/${encodeURIComponent(address)}`);
  const sources = (await response.json()) as string[];
  return Promise.all(sources.map((source) => simpleParser(Buffer.from(source, 'latin1'))));
}

/** Waits for an e-mail of the shared product to an address that satisfies `holds`. Returns the last one. */
export async function lastMailTo(
  address: string,
  holds: (mail: ParsedMail) => boolean = () => true,
): Promise<ParsedMail> {
  const condition = `an e-mail to ${address} with ${holds}`;
  return (
    await waitFor(
      condition,
      () => mailsTo(address),
      (mails) => mails.some(holds),
    )
  ).findLast(holds) as ParsedMail;
}

/** An SMTP server that stores accepted e-mails. */
export class Mailbox {
  readonly mails: ParsedMail[] = [];
  readonly url: string;

  readonly #server: SMTPServer;

  private constructor(server: SMTPServer, url: string) {
    this.#server = server;
    this.url = url;
  }

  /** Cuts every connection immediately. */
  breakConnections(): void {
    const { connections } = this.#server as unknown as { connections: Set<{ _socket: Socket }> };
    for (const { _socket } of connections) _socket.destroy();
  }

  static async start(options: SMTPServerOptions = {}, port = 0, host = '127.0.0.1'): Promise<Mailbox> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, _session, callback) => {
        simpleParser(stream).then((mail) => {
          mailbox.mails.push(mail);
          callback();
        }, callback);
      },
      ...options,
    });
    atEndOfFile(() => server.close());
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(port, host, resolve));
    const mailbox = new Mailbox(server, `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
    return mailbox;
  }

  async wait(count: number): Promise<ParsedMail[]> {
    await waitFor(
      `${count} e-mails`,
      () => this.mails.length,
      (length) => length >= count,
      { everyMs: 20 },
    );
    return this.mails;
  }
}
