import { createTransport } from 'nodemailer';
import type { Mail, MailSignature } from '../../../domain/ports/email.ts';
import { transmittedAddress } from '../../../domain/shared/email-address.ts';
import { oneLine } from '../../../domain/shared/one-line.ts';
import type { Mailbox } from './mailbox.ts';
import type { Dsn, WireMessage } from './wire.ts';

// Values are only data: nodemailer must not read a file or an address that a value names.
const composer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
});

export interface Senders {
  from: Mailbox;
  /** Address to which mail servers report; null without one. */
  bounces: string | null;
}

/** Composes the message with its parts and attachments, as it is transmitted. */
export async function compose(mail: Mail, { from, bounces }: Senders): Promise<WireMessage> {
  const address = transmittedAddress(mail.to.address);
  const { message } = await composer.sendMail({
    messageId: mail.messageId,
    from: {
      name: oneLine(mail.senderName ?? from.name),
      address: mail.from === null ? from.address : transmittedAddress(mail.from),
    },
    // The server belongs to the installation (RFC 5322, 3.6.2).
    ...(mail.from !== null && mail.server === null && { sender: from.address }),
    ...(mail.replyTo !== null && { replyTo: transmittedAddress(mail.replyTo) }),
    to: { name: oneLine(mail.to.name), address },
    subject: oneLine(mail.subject),
    text: mail.text,
    ...(mail.html !== null && { html: mail.html }),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribing(mail) },
    ...(mail.signature && { dkim: signed(mail.signature) }),
    attachments: mail.attachments.map(({ name, type, content, contentId }) => ({
      filename: oneLine(name),
      contentType: type,
      content: Buffer.from(content),
      ...(contentId ? { cid: contentId, contentDisposition: 'inline' as const } : {}),
    })),
  });
  const to = [address, ...(mail.copyTo === null ? [] : [transmittedAddress(mail.copyTo)])];
  const envelope = { ...senderOf(mail, address, { from, bounces }), to };
  return { messageId: mail.messageId, envelope, bytes: message as Buffer };
}

const signed = ({ domain, selector, privateKey }: MailSignature) => ({
  ...{ domainName: domain, keySelector: selector, privateKey },
  headerFieldNames: SIGNED,
});

/** Signed headers: those that RFC 6376 (5.4.1) lists, and those of a one-click unsubscription (RFC 8058, 4). */
const SIGNED = [
  ...['From', 'Sender', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To', 'MIME-Version', 'Content-Type'],
  ...['Content-Transfer-Encoding', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
].join(':');

/** Returns the headers by which mail programs offer to unsubscribe (RFC 2369, RFC 8058). */
function unsubscribing({
  unsubscribeUrl: url,
}: Mail): Record<string, { prepared: true; foldLines: false; value: string }> {
  const whole = (value: string) => ({ prepared: true as const, foldLines: false as const, value });
  if (url === undefined) return {};
  return { 'List-Unsubscribe': whole(`<${url}>`), 'List-Unsubscribe-Post': whole('List-Unsubscribe=One-Click') };
}

/** Returns the sender to which mail servers report, and the reports asked for. Headers suffice, because a PDF can exceed their limits. */
function senderOf(
  { bounceToken, server, from: own }: Mail,
  to: string,
  { from, bounces }: Senders,
): Omit<WireMessage['envelope'], 'to'> {
  const isAscii = Buffer.byteLength(to) === to.length;
  const asked = { ret: 'HDRS' as const, ...(isAscii && { orcpt: to }) };
  if (server) {
    // Most servers refuse a sender of another domain. People read the mailbox, so deliveries are not reported.
    const dsn: Dsn = { ...asked, notify: ['FAILURE'], ...(bounceToken && { envid: bounceToken }) };
    return { from: own === null ? from.address : transmittedAddress(own), dsn };
  }
  if (!bounces || !bounceToken) return { from: from.address };
  const dsn: Dsn = { ...asked, notify: ['SUCCESS', 'FAILURE'] };
  return { from: bounces.replace('@', `+${bounceToken}@`), dsn };
}
