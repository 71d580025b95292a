import { sql } from 'kysely';
import { Certificate } from '../../database/entities/certificate.ts';
import { database } from '../../database/queue.ts';
import { fileKey } from '../certificates/files.ts';
import type { Mail, MailOutcome, Services } from '../context.ts';
import { composeMail } from './compose.ts';

interface Key {
  organisationId: string;
  emailId: string;
}

interface Claimed {
  certificate_id: string;
  recipient: string;
}

/**
 * Sends one e-mail. The row is claimed before: whoever finds it claimed by a run that died can't know whether it went
 * out, so it becomes UNCERTAIN and is never sent again by itself. Throws where nothing was accepted, to be tried again.
 */
export async function sendEmail(services: Services, key: Key): Promise<void> {
  const claimed = await claim(services, key);
  if (!claimed) return;
  const mail = await prepare(services, key, claimed).catch(async (error: unknown) => {
    await settle(services, key, 'QUEUED', String(error));
    throw error;
  });
  if (typeof mail === 'string') return settle(services, key, 'FAILED', mail);
  const outcome = await services.mailer.send(mail);
  await settle(services, key, STATUS[outcome.state], outcome.state === 'sent' ? null : outcome.reason);
  if (outcome.state === 'unsent') throw new Error(`the e-mail was not accepted: ${outcome.reason}`);
}

const STATUS = { sent: 'SENT', refused: 'FAILED', unsent: 'QUEUED', uncertain: 'UNCERTAIN' } as const satisfies Record<
  MailOutcome['state'],
  string
>;

/** After the last attempt: what was never accepted has failed. */
export async function giveUpEmail(services: Services, { organisationId, emailId }: Key): Promise<void> {
  await sql`
    update emails set status = 'FAILED', ended_at = ${services.now()}
    where organisation_id = ${organisationId} and id = ${emailId} and status = 'QUEUED'`.execute(
    database(services.em()),
  );
}

async function claim(services: Services, { organisationId, emailId }: Key): Promise<Claimed | null> {
  const { rows } = await sql<Claimed & { status: string }>`
    update emails set status = case status when 'QUEUED' then 'SENDING' else 'UNCERTAIN' end, claimed_at = ${services.now()},
      error = case status when 'QUEUED' then null else 'the process ended while it was being sent' end
    where organisation_id = ${organisationId} and id = ${emailId} and status in ('QUEUED', 'SENDING')
    returning certificate_id, recipient, status`.execute(database(services.em()));
  const [row] = rows;
  return row?.status === 'SENDING' ? row : null;
}

/** The mail, or why there can be none. */
async function prepare(
  services: Services,
  { organisationId, emailId }: Key,
  { certificate_id: id, recipient }: Claimed,
): Promise<Mail | string> {
  const certificate = await services.em().findOneOrFail(Certificate, { organisationId, id });
  if (certificate.revokedAt) return 'the certificate was revoked before it was sent';
  const pdf = await services.storage.get(fileKey(certificate, 'pdf'));
  if (!pdf) throw new Error('the PDF is missing');
  return composeMail(services, certificate, { emailId, recipient, pdf });
}

async function settle(
  services: Services,
  { organisationId, emailId }: Key,
  status: (typeof STATUS)[keyof typeof STATUS],
  error: string | null,
): Promise<void> {
  const endedAt = status === 'QUEUED' ? null : services.now();
  await sql`
    update emails set status = ${status}, error = ${error}, ended_at = ${endedAt}
    where organisation_id = ${organisationId} and id = ${emailId} and status = 'SENDING'`.execute(
    database(services.em()),
  );
}
