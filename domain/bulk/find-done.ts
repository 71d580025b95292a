import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database, type Row } from '../../database/sql.ts';

/** Entries of the audit log about each certificate of an action. The subject of a renewal's entry is the new certificate. */
const ENTRIES: Readonly<Record<string, string>> = {
  EMAIL: 'certificates.email',
  REVOKE: 'certificates.revoke',
  RENEW: 'certificates.renew',
  EXPIRY: 'certificates.changeExpiry',
  CORRECT: 'certificates.correct',
};

type Action = Pick<Row<'bulk_actions'>, 'organisationId' | 'kind' | 'id'>;

/**
 * Returns the certificates on which an action has been performed already, according to the audit log. The action's row does not show this:
 * the process can die before it records its progress, and SQL can restore an earlier copy of the row, whose code is valid.
 */
export async function findDone(em: EntityManager, action: Action, ids: readonly string[]): Promise<Set<string>> {
  const entry = ENTRIES[action.kind];
  if (entry === undefined) return new Set();
  const entries = database(em)
    .selectFrom('audit_entries as a')
    .where('a.organisationId', '=', action.organisationId)
    .where('a.bulkActionId', '=', action.id)
    .where('a.action', '=', entry);
  if (action.kind === 'RENEW') {
    const renewals = await entries
      .innerJoin('certificates as c', (join) =>
        join.onRef('c.organisationId', '=', 'a.organisationId').on(sql<boolean>`a.subject = c.id::text`),
      )
      .select('c.renewalOf')
      .where('c.renewalOf', '=', sql<string>`any(${[...ids]}::uuid[])`)
      .execute();
    return new Set(renewals.flatMap(({ renewalOf }) => renewalOf ?? []));
  }
  const rows = await entries
    .select('a.subject')
    .where('a.subject', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Set(rows.flatMap(({ subject }) => subject ?? []));
}
