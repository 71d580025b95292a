import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailOutcome } from '../../../domain/context.ts';
import type { Send, WireMessage } from './wire.ts';

const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
const CHUNK = 16_384;

interface SmtpError extends Error {
  responseCode?: number;
  command?: string;
}

/**
 * Sends by SMTP (RFC 5321), a connection a message. Only this level tells apart what was surely not accepted from what may
 * have been: a connection that is lost after the message's last byte and before the answer leaves us in doubt.
 */
export function makeSmtp(url: string): Send {
  const { options } = createTransport(url).transporter as unknown as { options: Record<string, unknown> };
  return async (message) => {
    const content = new Content(message.bytes);
    try {
      await transmit({ ...options, ...TIMEOUTS }, message, content);
      return { state: 'sent' };
    } catch (error) {
      return outcomeOf(error as SmtpError, content.handedOver);
    }
  };
}

function outcomeOf(error: SmtpError, handedOver: boolean): MailOutcome {
  const reason = error.message;
  const { responseCode = 0 } = error;
  // The server's own word on the message: 5xx for good, 4xx for now (RFC 5321, 4.2.1).
  const isAnswer = /^(MAIL FROM|RCPT TO|DATA)$/.test(error.command ?? '') && responseCode >= 400;
  if (isAnswer) return { state: responseCode >= 500 ? 'refused' : 'unsent', reason };
  return { state: handedOver ? 'uncertain' : 'unsent', reason };
}

async function transmit(options: Record<string, unknown>, message: WireMessage, content: Readable): Promise<void> {
  const connection = new SMTPConnection(options);
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      const send = () => connection.send(message.envelope, content, (error) => (error ? reject(error) : resolve()));
      const { auth } = options as { auth?: { user: string; pass: string } };
      if (!auth) return send();
      connection.login(auth, (error) => (error ? reject(error) : send()));
    });
    connection.quit();
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** The message's bytes; knows whether the last of them was taken. It is read only once the server asked for it. */
class Content extends Readable {
  readonly #bytes: Buffer;
  #offset = 0;
  handedOver = false;

  constructor(bytes: Buffer) {
    super();
    this.#bytes = bytes;
  }

  override _read(): void {
    const chunk = this.#bytes.subarray(this.#offset, this.#offset + CHUNK);
    this.#offset += chunk.length;
    if (chunk.length > 0) return void this.push(chunk);
    this.handedOver = true;
    this.push(null);
  }
}
