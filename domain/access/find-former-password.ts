import { type Kysely, type RawBuilder, sql } from 'kysely';

const CHANGES = sql`('account.changePassword', 'account.resetPassword')`;

/**
 * Returns a condition that is true if the audit log has a later change of a user's password. An earlier copy of a password's row that SQL
 * restored has a valid code; only the entry distinguishes it from the current row. The entry has the time of the row that it records.
 */
export const hasLaterPassword = (userId: RawBuilder<unknown>, since: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from audit_entries later where later.actor_id = ${userId}
    and later.action in ${CHANGES} and later.created_at > ${since})`;

/** Returns the time of the last change of a user's password according to the audit log; null without one. */
export async function lastPasswordChange(db: Kysely<unknown>, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(created_at) as at from audit_entries
    where actor_id = ${userId} and action in ${CHANGES}`.execute(db);
  return rows[0]?.at ?? null;
}
