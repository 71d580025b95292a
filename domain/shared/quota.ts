import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database, type Tables } from '../../database/sql.ts';
import { type DomainError, refusal } from '../errors.ts';
import { QUOTAS } from '../limits.ts';

type Quota = keyof typeof QUOTAS;

interface List {
  organisationId: string;
  quota: Quota;
  table: keyof Tables;
  /** Condition for entries of the list; all rows of the organisation by default. */
  where?: RawBuilder<unknown>;
}

/** Rejects another entry of a full list. Locks the list until the transaction ends, so that concurrent additions count each other. */
export async function assertRoom(em: EntityManager, { organisationId, quota, table, where }: List): Promise<void> {
  const db = database(em);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${quota} ${organisationId}`}, 0))`.execute(db);
  const max = QUOTAS[quota];
  // Stops at the limit, so that a longer list costs no more than a full one.
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${sql.table(table)} where organisation_id = ${organisationId} and ${where ?? sql`true`} limit ${max}
    ) as entries`.execute(db);
  if ((rows[0]?.count ?? 0) >= max) throw limitReached(quota);
}

const REMOVE = 'Remove one first.';
const REMEDY: Record<Quota, string> = {
  webhooks: REMOVE,
  'API keys in use': 'Revoke one first.',
  'API keys': 'Revoked and expired keys are deleted after 90 days.',
  'open invitations': 'Withdraw one first.',
  members: REMOVE,
  drafts: 'Publish or discard one first.',
  templates: 'Publish a version of an existing one.',
  'versions of the template': 'Create a new template.',
  fonts: REMOVE,
  'pictures in the library': REMOVE,
  'number series': 'Use an existing one.',
  'saved filters': 'Delete one first.',
  'pictures that no certificate shows': 'Each is deleted 30 days after its upload.',
  'files to import': 'Each is deleted 24 hours after its last use.',
  downloads: 'Each is kept for a day.',
  'bulk actions': 'Each is kept for 30 days.',
};

/** Returns a CONFLICT with the reason `limit_reached`. */
export function limitReached(quota: Quota): DomainError {
  return refusal('limit_reached', { most: QUOTAS[quota], list: quota, remedy: REMEDY[quota] });
}
