import { join } from 'node:path';
import { probeBounceMailbox } from '../../adapters/bounce-mailbox.ts';
import { makeMailer } from '../../adapters/email/mailer.ts';
import { probeSmtp } from '../../adapters/email/smtp.ts';
import { addressOf, type Config } from '../../config.ts';
import { broken, type Finding, ok, warning, worstOf } from './finding.ts';

/** Connects to the mail server and to the mailbox for bounces, and signs in. Sends and reads nothing. */
export async function checkMail(config: Config): Promise<Finding> {
  const { SMTP_URL: url, BOUNCE_IMAP_URL: mailbox, MAIL_FROM: sender } = config;
  if (url === undefined)
    return warning(`no e-mail is sent: set SMTP_URL. Until then each is a file in ${join(config.dataDir, 'outbox')}`);
  const { hostname } = new URL(addressOf(config));
  const { server } = makeMailer(config, hostname);
  const findings = [
    await probeSmtp(url).then(
      () => ok(`${server} accepts the connection${new URL(url).username === '' ? '' : ' and the sign-in'}`),
      (error: Error) => broken(`SMTP_URL: ${server}: ${error.message}`),
    ),
  ];
  if (sender === undefined && hostname === 'localhost')
    findings.push(warning('MAIL_FROM: e-mails are from localhost, and servers refuse that: set it, or BASE_URL'));
  if (mailbox !== undefined)
    findings.push(
      await probeBounceMailbox(mailbox).then(
        () => ok('the mailbox for bounces opens'),
        (error: Error) => broken(error.message),
      ),
    );
  return worstOf(findings);
}
