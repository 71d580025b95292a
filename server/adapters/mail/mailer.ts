import { createTransport } from 'nodemailer';
import type { Mail, Mailer } from '../../../domain/services/mail.ts';
import { oneLine } from '../../../domain/shared/one-line.ts';
import type { Config } from '../../config.ts';
import { type Mailbox, parseMailbox } from './mailbox.ts';
import { makeOutbox } from './outbox.ts';
import { makeSmtp } from './smtp.ts';
import type { WireMessage } from './wire.ts';

/** Sends by SMTP, or into files where no server is configured. `hostname` is of the public address. */
export function makeMailer(config: Config, hostname: string): Mailer {
  const from = (config.MAIL_FROM && parseMailbox(config.MAIL_FROM)) || {
    name: 'Laurel',
    address: `certificates@${hostname}`,
  };
  const send = config.SMTP_URL ? makeSmtp(config.SMTP_URL) : makeOutbox(config.dataDir);
  return {
    isOutbox: !config.SMTP_URL,
    async send(mail, handOver = async () => true) {
      if (!ADDRESS.test(mail.to.address))
        return { state: 'refused', reason: 'the recipient is not one e-mail address' };
      return send(await compose(mail, from), handOver);
    },
  };
}

/** Exactly one address: no second one, and no header. */
const ADDRESS = /^[^\s\p{Cc}<>()[\],;:"@]+@[^\s\p{Cc}<>(),;"@]+$/u;

// Values are data only: nodemailer must not read a file or an address that a value names.
const composer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
});

async function compose(mail: Mail, from: Mailbox): Promise<WireMessage> {
  const { message } = await composer.sendMail({
    messageId: mail.messageId,
    from: { name: oneLine(mail.senderName ?? from.name), address: from.address },
    to: { name: oneLine(mail.to.name), address: mail.to.address },
    subject: oneLine(mail.subject),
    text: mail.text,
    ...(mail.html !== null && { html: mail.html }),
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: mail.attachments.map(({ name, type, content, contentId }) => ({
      filename: oneLine(name),
      contentType: type,
      content: Buffer.from(content),
      ...(contentId ? { cid: contentId, contentDisposition: 'inline' as const } : {}),
    })),
  });
  const envelope = { from: from.address, to: [mail.to.address] };
  return { messageId: mail.messageId, envelope, bytes: message as Buffer };
}
