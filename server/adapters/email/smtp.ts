import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { HandOver, MailOutcome } from '../../../domain/ports/email.ts';
import { oneLine } from '../../../domain/shared/one-line.ts';
import type { Send, WireMessage } from './wire.ts';

const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
const CHUNK = 16_384;
/** Maximum characters kept of a server's answer. RFC 5321 allows lines of 512 bytes. */
const MAX_REASON = 512;
/** Maximum bytes of all answers during a delivery. Servers send under 4 KB. */
const MAX_ANSWERS = 16 * 1024;

interface SmtpError extends Error {
  /** Server's answer, and the code at its start. */
  response?: string;
  responseCode?: number;
  command?: string;
  /** Recipient that an error concerns. */
  recipient?: string;
  code?: string;
}

/** Envelope to which nodemailer adds the errors of a rejected sender and of rejected recipients as the server answers. */
type Envelope = WireMessage['envelope'] & { mailError?: SmtpError; rejectedErrors?: readonly SmtpError[] };

/** Returns a sender that uses the installation's server. */
export function makeSmtp(url: string): Send {
  const { options } = createTransport(url).transporter as unknown as { options: Record<string, unknown> };
  return sendBySmtp(async () => options);
}

/**
 * Sends by SMTP (RFC 5321), with one connection per message. Only this layer can distinguish messages that were certainly not accepted from
 * those that may have been. If the connection fails between the message's last byte and the answer, the outcome is uncertain.
 */
export function sendBySmtp(open: () => Promise<Record<string, unknown>>): Send {
  return async ({ bytes, envelope: { ...envelope } }, handOver) => {
    const content = new Content(bytes, async () => {
      // The message would reach only the copy, again at each attempt.
      if (rejectionOf(envelope)) throw new Error('the mail server rejected the sender or the recipient');
      return handOver();
    });
    try {
      const answer = await transmit({ ...(await open()), ...TIMEOUTS }, envelope, content);
      return { state: 'sent', answer: oneLine(answer).slice(0, MAX_REASON) };
    } catch (error) {
      return outcomeOf(rejectionOf(envelope) ?? (error as SmtpError), await content.end());
    }
  };
}

/**
 * Returns the error of the sender or of the recipient; undefined while the server has rejected neither. The other recipient is a copy. A
 * server that supports pipelining (RFC 2920) also rejects the recipients of a rejected sender, with an answer that says nothing about them.
 */
const rejectionOf = ({ to: [to], mailError, rejectedErrors }: Envelope): SmtpError | undefined =>
  mailError ?? rejectedErrors?.find(({ recipient }) => recipient === to);

/** Connects to the installation's server, signs in if the address has a user, and sends nothing. Throws the server's reason in one line. */
export async function probeSmtp(url: string): Promise<void> {
  const { options } = createTransport(url).transporter as unknown as { options: Record<string, unknown> };
  const connection = new SMTPConnection({ ...options, ...TIMEOUTS });
  try {
    await connected(connection);
    const { auth } = options as { auth?: { user: string; pass: string } };
    if (auth)
      await new Promise<void>((resolve, reject) => {
        connection.once('error', reject);
        connection.login(auth, (error) => (error ? reject(error) : resolve()));
      });
    connection.quit();
  } catch (error) {
    connection.close();
    throw new Error(reasonOf(error as SmtpError));
  }
}

const connected = (connection: SMTPConnection): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    connection.once('error', reject);
    connection.connect((error) => (error ? reject(error) : resolve()));
  });

/** Returns the server's answer, or the reason of the connection's end, in one line. */
function reasonOf({ response, message, command }: SmtpError): string {
  const words = response || message;
  return oneLine(command === 'STARTTLS' ? `STARTTLS failed: ${words}` : words).slice(0, MAX_REASON);
}

function outcomeOf(error: SmtpError, isHandedOver: boolean): MailOutcome {
  const { responseCode = 0, response, command = '', code = '' } = error;
  const reason = reasonOf(error);
  // An answer to the message: 5xx is permanent, 4xx temporary (RFC 5321, 4.2.1). An answer to the greeting concerns all
  // messages. So does one about the sign-in, which can follow any command.
  const isRefused = responseCode >= 500 && /^(MAIL FROM|RCPT TO|DATA)$/.test(command) && !OF_SIGN_IN.has(responseCode);
  // Not sent: the server does not support the address or a message of this size.
  const isImpossible = !isHandedOver && response === undefined && /^(EENVELOPE|EMESSAGE)$/.test(code);
  if (isRefused || isImpossible) return { state: 'refused', reason };
  if (isHandedOver && responseCode < 400) return { state: 'uncertain', reason };
  return { state: 'unsent', reason, isAboutRecipient: command === 'RCPT TO' && ABOUT_RECIPIENT.test(response ?? '') };
}

/** Codes about the sign-in or its encryption (RFC 4954, 6). An operator who corrects `SMTP_URL` ends them. */
const OF_SIGN_IN = new Set([530, 534, 535, 538]);

/** Status of a recipient's address or mailbox (RFC 3463, 3.2 and 3.3). Statuses 1.7 and 1.8 are those of the sender's address. */
const ABOUT_RECIPIENT = /^4\d\d[ -]4\.(?:1\.(?![78]\b)|2\.)\d/;

/**
 * Returns an error if a non-ASCII local part needs SMTPUTF8 (RFC 6531, 3.2) and the server lacks it. The last response of the connection
 * lists its extensions.
 */
function addressFault({ lastServerResponse }: SMTPConnection, envelope: Envelope): Error | null {
  const isAscii = envelope.to.every((address) => Buffer.byteLength(address) === address.length);
  if (isAscii || /^\d{3}[ -]SMTPUTF8\b/im.test(String(lastServerResponse))) return null;
  const text = 'the mail server does not accept non-ASCII addresses (it does not offer SMTPUTF8)';
  return Object.assign(new Error(text), { code: 'EENVELOPE' });
}

const tooSlow = (ms: number): Error => new Error(`the mail server took longer than ${ms / 1000} s`);

/**
 * Limits the bytes of the server's answers. nodemailer limits only single answers, and takes minutes of processor time for a megabyte of
 * empty lines.
 */
function limitAnswers(connection: SMTPConnection): void {
  const inner = connection as unknown as { _onData(chunk: Buffer): void; _onResponseTooLarge(): void };
  const read = inner._onData.bind(connection);
  let received = 0;
  inner._onData = (chunk) => {
    received += chunk.length;
    if (received > MAX_ANSWERS) inner._onResponseTooLarge();
    else read(chunk);
  };
}

/** Resolves to the server's answer. */
async function transmit(options: Record<string, unknown>, envelope: Envelope, content: Readable): Promise<string> {
  const connection = new SMTPConnection(options);
  limitAnswers(connection);
  const { deadlineMs } = options as { deadlineMs?: number };
  const deadline = deadlineMs && setTimeout(() => connection.emit('error', tooSlow(deadlineMs)), deadlineMs);
  try {
    await connected(connection);
    const answer = await new Promise<string>((resolve, reject) => {
      connection.once('error', reject);
      const fault = addressFault(connection, envelope);
      if (fault) return reject(fault);
      const send = () =>
        connection.send(envelope, content, (error, info) => (error ? reject(error) : resolve(info?.response ?? '')));
      const { auth } = options as { auth?: { user: string; pass: string } };
      if (!auth) return send();
      connection.login(auth, (error) => (error ? reject(error) : send()));
    });
    connection.quit();
    return answer;
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    clearTimeout(deadline || undefined);
  }
}

/**
 * Streams the message's bytes once the server asks for them. The last byte waits for `handOver`, because no server accepts a message
 * without it.
 */
class Content extends Readable {
  readonly #bytes: Buffer;
  readonly #handOver: HandOver;
  #offset = 0;
  #handingOver: Promise<void> = Promise.resolve();
  #isHandedOver = false;

  constructor(bytes: Buffer, handOver: HandOver) {
    super();
    this.#bytes = bytes;
    this.#handOver = handOver;
  }

  /** Stops the stream. Resolves to true if the last byte was sent. */
  async end(): Promise<boolean> {
    this.destroy();
    await this.#handingOver;
    return this.#isHandedOver;
  }

  override _read(): void {
    const chunk = this.#bytes.subarray(this.#offset, this.#offset + CHUNK);
    this.#offset += chunk.length;
    if (this.#offset < this.#bytes.length) return void this.push(chunk);
    this.#handingOver = this.#giveLast(chunk).catch((error: Error) => void this.destroy(error));
  }

  async #giveLast(chunk: Buffer): Promise<void> {
    if (!(await this.#handOver())) throw new Error('another run is sending the message');
    // The connection may be closed by now.
    if (this.destroyed) return;
    this.#isHandedOver = true;
    this.push(chunk);
    this.push(null);
  }
}
