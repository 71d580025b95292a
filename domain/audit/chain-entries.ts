import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { COVERED, type CoveredRow, isAuthentic } from '../shared/authentic-rows.ts';
import type { ChainTable } from './chain.ts';

/** Tables of the entries, by the table of their chains' ends. */
export const ENTRIES = { audit_heads: 'audit_entries', credit_balances: 'credit_entries' } as const;

/** An entry of a chain, as far as its check goes. */
export interface ChainEntry {
  id: string;
  /** Its place in the chain, from 1 on. */
  number: number;
  mac: Uint8Array;
  /** False for one that something other than the product wrote. */
  isAuthentic: boolean;
}

/** Where a page of entries begins: after this one. */
type After = Pick<ChainEntry, 'number' | 'id'>;

/** The beginning of each chain. */
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
