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

type Action = Pick<Row<'bulk_actions'>, 'organisationId' | 'kind' | 'actorId' | 'createdAt'>;

/**
 * Returns the certificates to which the person of an action has done the same since asking for it, according to the audit log. An earlier
 * copy of the action's row that SQL restored has a valid code, and would repeat the action.
 */
export async function findDone(em: EntityManager, action: Action, ids: readonly string[]): Promise<Set<string>> {
  const entry = ENTRIES[action.kind];
  if (entry === undefined) return new Set();
  const since = database(em)
    .selectFrom('audit_entries as a')
    .where('a.organisationId', '=', action.organisationId)
    .where('a.action', '=', entry)
    .where('a.actorId', '=', action.actorId)
    .where('a.createdAt', '>=', action.createdAt);
  if (action.kind === 'RENEW') {
    const renewals = await since
      .innerJoin('certificates as c', (join) =>
        join.onRef('c.organisationId', '=', 'a.organisationId').on(sql<boolean>`a.subject = c.id::text`),
      )
      .select('c.renewalOf')
      .where('c.renewalOf', '=', sql<string>`any(${[...ids]}::uuid[])`)
      .execute();
    return new Set(renewals.flatMap(({ renewalOf }) => renewalOf ?? []));
  }
  const rows = await since
    .select('a.subject')
    .where('a.subject', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Set(rows.flatMap(({ subject }) => subject ?? []));
}
