import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/queue.ts';
import type { EmailStatus } from '../certificates/schemas.ts';

/** As the rows of e-mails have it. */
export type StoredStatus = Exclude<EmailStatus, 'NONE'> | 'SENDING';

/** By certificate, the state of the last e-mail that was asked for; NONE is left out. */
export async function emailStatuses(
  em: EntityManager,
  rows: readonly { organisationId: string; id: string }[],
): Promise<Map<string, EmailStatus>> {
  const [first] = rows;
  if (!first) return new Map();
  const ids = rows.map(({ id }) => id);
  const found = await sql<{ certificate_id: string; status: StoredStatus }>`
    select distinct on (certificate_id) certificate_id, status from emails
    where organisation_id = ${first.organisationId} and certificate_id = any(${ids}::uuid[])
    order by certificate_id, id desc`.execute(database(em));
  return new Map(found.rows.map(({ certificate_id, status }) => [certificate_id, emailStatusOf(status)]));
}

/** How the last e-mail's row is told: that it is being sent just now is nobody's business. */
export const emailStatusOf = (status: StoredStatus | null): EmailStatus =>
  status === null ? 'NONE' : status === 'SENDING' ? 'QUEUED' : status;
