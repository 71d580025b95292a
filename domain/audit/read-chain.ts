import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { COVERED, type CoveredRow, isAuthentic } from '../shared/authentic-rows.ts';
import type { ChainTable } from './link-chain.ts';

/** Tables of the entries, by the table of their chain heads. */
export const ENTRIES = { audit_heads: 'audit_entries', credit_balances: 'credit_entries' } as const;

/** The part of a chain's entry that its check needs. */
export interface ChainEntry {
  id: string;
  /** Position in the chain, starting at 1. */
  number: number;
  mac: Uint8Array;
  /** False for an entry that was written outside Laurel. */
  isAuthentic: boolean;
}

/** The entry after which a page starts. */
type After = Pick<ChainEntry, 'number' | 'id'>;

/** Position before the first entry of a chain. */
export const BEGINNING: After = { number: -1, id: '00000000-0000-0000-0000-000000000000' };

/** Returns entries of an organisation in the order of their numbers. */
export async function chainEntries(
  services: Pick<Services, 'em' | 'authenticator'>,
  table: ChainTable,
  { organisationId, after, limit }: { organisationId: string; after: After; limit: number },
): Promise<ChainEntry[]> {
  const entries = ENTRIES[table];
  const columns = COVERED[entries].map((name) => sql.ref(name));
  const { rows } = await sql<CoveredRow<typeof entries> & { id: string; number: number; mac: Uint8Array }>`
    select ${sql.join(columns)}, number, mac from ${sql.table(entries)}
    where organisation_id = ${organisationId} and (number, id) > (${after.number}, ${after.id}::uuid)
    order by number, id limit ${limit}`.execute(database(services.em()));
  return rows.map((row) => ({
    ...{ id: row.id, number: row.number, mac: row.mac },
    isAuthentic: isAuthentic(services, entries, row),
  }));
}
