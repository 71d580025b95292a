import { sql } from 'kysely';

/** Condition that a row of `seals` waits for its leaf. Statements of sandboxes are never logged. */
export const IS_WAITING = sql<boolean>`(seals.log_index is null and not is_sandbox(seals.organisation_id))`;
