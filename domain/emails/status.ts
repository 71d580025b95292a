import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/queue.ts';
import type { EmailStatus } from '../certificates/schemas.ts';

/** By certificate, the state of the last e-mail that was asked for; NONE is left out. */
export async function emailStatuses(
  em: EntityManager,
  rows: readonly { organisationId: string; id: string }[],
): Promise<Map<string, EmailStatus>> {
  const [first] = rows;
  if (!first) return new Map();
  const ids = rows.map(({ id }) => id);
  const found = await sql<{ certificate_id: string; status: EmailStatus | 'SENDING' }>`
    select distinct on (certificate_id) certificate_id, status from emails
    where organisation_id = ${first.organisationId} and certificate_id = any(${ids}::uuid[])
    order by certificate_id, id desc`.execute(database(em));
  return new Map(
    found.rows.map(({ certificate_id, status }) => [certificate_id, status === 'SENDING' ? 'QUEUED' : status]),
  );
}
