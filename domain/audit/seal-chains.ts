import { createHash } from 'node:crypto';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { type ChainTable, isSealedHead, sealedHead } from './chain.ts';
import { chainEntries } from './chain-entries.ts';

/** Heads of one look, and entries of one chain in it: what is left waits for the next. */
const HEADS = 100;
const ENTRIES = 1000;
/** No id comes after it. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Authenticates the ends of chains that have grown, up to entries that the product wrote and that lead there from the end that was
 * authenticated before. Returns the organisations whose entries do not.
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

/** Returns how far the entries after the sealed ones lead, with their link; null where one of them is missing or not authentic. */
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

/** Does nothing where another process was sooner. */
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
