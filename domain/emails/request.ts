import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '../../database/orm.ts';
import { database, enqueue } from '../../database/queue.ts';
import type { Services } from '../context.ts';

interface Addressed {
  organisationId: string;
  certificateId: string;
  recipientEmail: string | null;
}

/** Records that these certificates are to be e-mailed; each goes out once its certificate is rendered. */
export async function requestEmails(
  em: EntityManager,
  services: Services,
  certificates: readonly Addressed[],
): Promise<void> {
  const rows = certificates.map(({ organisationId, certificateId, recipientEmail }) => ({
    organisation_id: organisationId,
    id: uuidv7(),
    certificate_id: certificateId,
    recipient: recipientEmail,
  }));
  await sql`
    insert into emails (organisation_id, id, certificate_id, recipient, status, created_at)
    select r.organisation_id, r.id, r.certificate_id, r.recipient, 'QUEUED', ${services.now()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(organisation_id uuid, id uuid, certificate_id uuid, recipient text)`.execute(database(em));
}

/** Sends what was asked for a certificate on its way: its files are there, or come to be in the caller's transaction. */
export async function releaseEmails(em: EntityManager, organisationId: string, certificateId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from emails
    where organisation_id = ${organisationId} and certificate_id = ${certificateId} and status = 'QUEUED'`.execute(
    database(em),
  );
  await enqueue(
    em,
    'send-email',
    rows.map(({ id }) => ({ payload: { organisationId, emailId: id } })),
  );
}

/** Gives up what was asked for a certificate that will never have files. */
export async function abandonEmails(
  em: EntityManager,
  services: Services,
  organisationId: string,
  certificateId: string,
): Promise<void> {
  await sql`
    update emails set status = 'FAILED', error = 'the certificate could not be rendered', ended_at = ${services.now()}
    where organisation_id = ${organisationId} and certificate_id = ${certificateId} and status = 'QUEUED'`.execute(
    database(em),
  );
}
