import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { RecipientRow } from './identify.ts';

interface Move {
  organisationId: string;
  /** Former recipient of the certificate; null if it had none. */
  from: string | null;
  /** Null if it has none any more. */
  to: RecipientRow | null;
}

/** Records the new recipient of a certificate, before the certificate refers to it. Locks rows in the order of their ids. */
export async function addRecipient(em: EntityManager, { organisationId, from, to }: Move): Promise<void> {
  const db = database(em);
  const lockFormer = () =>
    db
      .selectFrom('recipients')
      .select('id')
      .where('organisationId', '=', organisationId)
      .where('id', '=', from)
      .forUpdate()
      .execute();
  if (from !== null && (to === null || from < to.id)) await lockFormer();
  if (to === null) return;
  await db
    .insertInto('recipients')
    .values({ organisationId, ...to })
    .onConflict((conflict) => conflict.columns(['organisationId', 'id']).doUpdateSet({ name: to.name }))
    .execute();
  if (from !== null && from > to.id) await lockFormer();
}

/**
 * Completes a move once the certificate refers to its new recipient, or has another name. Deletes the former recipient if it has no
 * certificates, and gives both the name on their latest one. The caller's transaction has locked the rows. A concurrent issue to the same
 * recipient is therefore visible to these statements or waits for them.
 */
export async function settleRecipients(em: EntityManager, { organisationId, from, to }: Move): Promise<void> {
  const db = database(em);
  const ids = [from, to?.id ?? null].filter((id) => id !== null);
  await sql`delete from recipients r where organisation_id = ${organisationId} and id = ${from} and not exists (
    select from certificates c where c.organisation_id = r.organisation_id and c.recipient_id = r.id)`.execute(db);
  await sql`update recipients r set name = latest.name
    from unnest(${ids}::uuid[]) as given (id) cross join lateral (
      select c.recipient_name as name from certificates c
      where c.organisation_id = ${organisationId} and c.recipient_id = given.id order by c.id desc limit 1) as latest
    where r.organisation_id = ${organisationId} and r.id = given.id and r.name <> latest.name`.execute(db);
}
