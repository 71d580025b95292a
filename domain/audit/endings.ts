import { sql } from 'kysely';

/** Actions that end what their subject may do: a key, or a person's role. Written into the statement, as its index has them. */
const ENDINGS = "('apiKeys.revoke', 'apiKeys.rotate', 'members.changeRole', 'members.remove')";

/**
 * A condition: the audit log has an entry by which what a row allows has ended since. An earlier copy of a row that was put back has a valid
 * code of its own; the entry tells it from the present one.
 */
export const hasEnded = (row: { organisationId: string; subject: string; since: string }) =>
  sql<boolean>`exists (select from audit_entries ended
    where ended.organisation_id = ${sql.ref(row.organisationId)} and ended.subject = ${sql.ref(row.subject)}::text
      and ended.action in ${sql.raw(ENDINGS)} and ended.created_at > ${sql.ref(row.since)})`;
