import { type RawBuilder, sql } from 'kysely';

/**
 * Returns a condition that is true if the audit log has a later change of a user's password. An earlier copy of a password's row that SQL
 * restored has a valid code; only the entry distinguishes it from the current row. The entry has the time of the row that it records.
 */
export const hasLaterPassword = (userId: RawBuilder<unknown>, since: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from audit_entries later where later.actor_id = ${userId}
    and later.action in ('account.changePassword', 'account.resetPassword') and later.created_at > ${since})`;
