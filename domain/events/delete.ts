import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';

/** Maximum rows per DELETE, which keeps locks short. */
const CHUNK = 1000;

/**
 * Deletes the events of all organisations up to a time, oldest first, in bounded steps. Leaves no gap: it stops at the first event that is
 * newer or that a delivery still needs.
 */
export async function deleteEvents(services: Pick<Services, 'em'>, until: Date): Promise<void> {
  const heads = await database(services.em()).selectFrom('event_heads').select('organisationId').execute();
  for (const { organisationId } of heads) while ((await deleteChunk(services, organisationId, until)) === CHUNK);
}

async function deleteChunk(services: Pick<Services, 'em'>, organisationId: string, until: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with first as materialized (
      select position, created_at < ${until} and not exists (select from webhook_deliveries d
        where d.organisation_id = e.organisation_id and d.subject_id = e.subject_id and d.event_position = e.position) as may_go
      from events e where organisation_id = ${organisationId} order by position limit ${CHUNK})
    delete from events where organisation_id = ${organisationId}
      and position in (select position from first)
      and position < coalesce((select min(position) from first where not may_go), (select max(position) + 1 from first))`.execute(
    database(services.em()),
  );
  return Number(numAffectedRows);
}
