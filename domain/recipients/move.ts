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
 * Deletes a recipient without certificates. The caller's transaction has locked the row. A concurrent issue to the same recipient is
 * therefore visible to this statement or waits for it.
 */
export async function forgetRecipient(em: EntityManager, { organisationId, from }: Move): Promise<void> {
  if (from === null) return;
  await sql`delete from recipients r where organisation_id = ${organisationId} and id = ${from} and not exists (
    select from certificates c where c.organisation_id = r.organisation_id and c.recipient_id = r.id)`.execute(
    database(em),
  );
}
