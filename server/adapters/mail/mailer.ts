import { createTransport } from 'nodemailer';
import type { Mail, Mailer } from '../../../domain/context.ts';
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
  return { isOutbox: !config.SMTP_URL, send: async (mail) => send(await compose(mail, from)) };
}

// Values reach headers and parts as data only: nothing in a mail is ever a file's name or an address to read from.
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
    from: { name: mail.senderName ?? from.name, address: from.address },
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: mail.attachments.map(({ name, type, content, contentId }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(content),
      ...(contentId ? { cid: contentId, contentDisposition: 'inline' as const } : {}),
    })),
  });
  const envelope = { from: from.address, to: [mail.to.address] };
  return { messageId: mail.messageId, envelope, bytes: message as Buffer };
}
