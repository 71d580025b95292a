import type { Mailer, MailServer } from '../../../domain/ports/email.ts';
import type { Config } from '../../config.ts';
import { parseMailbox } from './mailbox.ts';
import { makeOutbox } from './outbox.ts';
import type { Send } from './wire.ts';

/** Sends e-mails by SMTP, or writes them into files if no server is configured. `hostname` comes from the public address. */
export function makeMailer(config: Config, hostname: string): Mailer {
  const from = (config.MAIL_FROM && parseMailbox(config.MAIL_FROM)) || {
    name: 'Laurel',
    address: `certificates@${hostname}`,
  };
  const bounces = config.BOUNCE_ADDRESS ?? null;
  const ownServers = makeOwn(config.egressAllow);
  const send = config.SMTP_URL ? bySmtp(config.SMTP_URL) : makeOutbox(config.dataDir);
  return {
    isOutbox: !config.SMTP_URL,
    server: config.SMTP_URL ? serverOf(new URL(config.SMTP_URL)) : null,
    limit: config.MAIL_RATE ?? null,
    async send(mail, handOver = async () => true) {
      if (!ADDRESS.test(mail.to.address))
        return { state: 'refused', reason: 'the recipient is not a single e-mail address' };
      // Loaded with the first e-mail, because most processes send none.
      const { compose } = await import('./compose.ts');
      const deliver = mail.server ? await ownServers(mail.server) : send;
      return deliver(await compose(mail, { from, bounces }), handOver);
    },
  };
}

/** Returns the server without the credentials, which can change. */
const serverOf = ({ protocol, hostname, port }: URL): string =>
  `${hostname.toLowerCase()}:${port || (protocol === 'smtps:' ? '465' : '587')}`;

/** Matches exactly one address, so that a value cannot add a recipient or a header. */
const ADDRESS = /^[^\s\p{Cc}<>()[\],;:"@]+@[^\s\p{Cc}<>(),;"@]+$/u;

/** Returns the senders of organisations' own servers, which are loaded with their first e-mail. */
function makeOwn(allow: readonly string[]): (server: MailServer) => Promise<Send> {
  let loaded: Promise<(server: MailServer) => Send> | undefined;
  return async (server) => {
    loaded ??= import('./own-server.ts').then(({ makeOwnServers }) => makeOwnServers(allow));
    return (await loaded)(server);
  };
}

const bySmtp =
  (url: string): Send =>
  async (message, handOver) =>
    (await import('./smtp.ts')).makeSmtp(url)(message, handOver);
