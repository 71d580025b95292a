import { createHash } from 'node:crypto';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { type ChainTable, isSealedHead, sealedHead } from './link-chain.ts';
import { chainEntries } from './read-chain.ts';

/** Maximum heads per run, and maximum entries per chain. The next run continues. */
const HEADS = 100;
const ENTRIES = 1000;
/** The highest id. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Authenticates the heads of chains that have grown. All entries since the last authenticated one must be authentic and lead to the new
 * head. Returns the organisations whose entries are not.
 */
export async function sealChains(services: Services): Promise<string[]> {
  const broken: string[] = [];
  for (const table of ['audit_heads', 'credit_balances'] as const) {
    const heads = await database(services.em())
      .selectFrom(table)
      .select(['organisationId', 'entries', 'link', 'sealedEntries', 'sealedLink', 'mac'])
      .whereRef('entries', '>', 'sealedEntries')
      .limit(HEADS)
      .execute();
    for (const head of heads) {
      const link = isSealedHead(services, table, head) ? await followed(services, table, head) : null;
      if (!link) broken.push(head.organisationId);
      else await seal(services, table, { ...head, ...link });
    }
  }
  return broken;
}

interface Head {
  organisationId: string;
  entries: number;
  link: Uint8Array;
  sealedEntries: number;
  sealedLink: Uint8Array;
}

/** Returns the position and link of the last entry after the sealed ones; null if an entry is missing or not authentic. */
async function followed(
  services: Services,
  table: ChainTable,
  head: Head,
): Promise<Pick<Head, 'entries' | 'link'> | null> {
  const after = { number: head.sealedEntries, id: LAST_ID };
  const { organisationId } = head;
  const found = await chainEntries(services, table, { organisationId, after, limit: ENTRIES });
  const entries = found.filter(({ number }) => number <= head.entries);
  const last = Math.min(head.entries, head.sealedEntries + ENTRIES);
  let link: Uint8Array = head.sealedLink;
  for (const [at, entry] of entries.entries()) {
    if (entry.number !== head.sealedEntries + at + 1 || !entry.isAuthentic) return null;
    link = createHash('sha256').update(link).update(entry.mac).digest();
  }
  if (entries.length !== last - head.sealedEntries) return null;
  if (last === head.entries && Buffer.compare(link, head.link) !== 0) return null;
  return { entries: last, link };
}

/** Seals a head. Does nothing if another process has sealed it first. */
async function seal(
  services: Services,
  table: ChainTable,
  { organisationId, entries, link, sealedEntries }: Head,
): Promise<void> {
  await database(services.em())
    .updateTable(table)
    .set(sealedHead(services, table, { organisationId, entries, link }))
    .where('organisationId', '=', organisationId)
    .where('sealedEntries', '=', sealedEntries)
    .execute();
}
