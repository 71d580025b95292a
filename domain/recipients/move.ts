import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { RecipientRow } from './recipient.ts';

interface Move {
  organisationId: string;
  /** The recipient that the certificate had; null for none. */
  from: string | null;
  to: RecipientRow;
}

/** Records the recipient that a certificate gets, before its row names it. Rows are locked in the order of their ids. */
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
  if (from !== null && from < to.id) await lockFormer();
  await db
    .insertInto('recipients')
    .values({ organisationId, ...to })
    .onConflict((conflict) => conflict.columns(['organisationId', 'id']).doUpdateSet({ name: to.name }))
    .execute();
  if (from !== null && from > to.id) await lockFormer();
}

/**
 * Forgets a recipient who has no certificate any more. The caller's transaction has locked the row: what others issue to them is seen by
 * this statement, or comes after it.
 */
export async function forgetRecipient(em: EntityManager, { organisationId, from }: Move): Promise<void> {
  if (from === null) return;
  await sql`delete from recipients r where organisation_id = ${organisationId} and id = ${from} and not exists (
    select from certificates c where c.organisation_id = r.organisation_id and c.recipient_id = r.id)`.execute(
    database(em),
  );
}
