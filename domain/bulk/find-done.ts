import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database, type Row } from '../../database/sql.ts';

/** Entries of the audit log about each certificate of an action. A certificate is renewed only once. */
const ENTRIES: Readonly<Record<string, string>> = {
  EMAIL: 'certificates.email',
  REVOKE: 'certificates.revoke',
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
  const rows = await database(em)
    .selectFrom('audit_entries')
    .select('subject')
    .where('organisationId', '=', action.organisationId)
    .where('subject', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('action', '=', entry)
    .where('actorId', '=', action.actorId)
    .where('createdAt', '>=', action.createdAt)
    .execute();
  return new Set(rows.flatMap(({ subject }) => subject ?? []));
}
