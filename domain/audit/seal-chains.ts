import { createHash } from 'node:crypto';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import { type ChainTable, isSealedHead, sealedHead } from './chain.ts';

/** Heads of one look, and entries of one chain in it: what is left waits for the next. */
const HEADS = 100;
const ENTRIES = 1000;

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
  const entries = await entriesAfter(services, table, head);
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

async function entriesAfter(services: Services, table: ChainTable, { organisationId, entries, sealedEntries }: Head) {
  const db = database(services.em());
  if (table === 'audit_heads') {
    const rows = await db
      .selectFrom('audit_entries')
      .select(['organisationId', 'id', 'actorId', 'actorName', 'action', 'subject', 'createdAt', 'number', 'mac'])
      .where('organisationId', '=', organisationId)
      .where('number', '>', sealedEntries)
      .where('number', '<=', entries)
      .orderBy('number')
      .limit(ENTRIES)
      .execute();
    return rows.map((row) => ({ ...row, isAuthentic: isAuthentic(services, 'audit_entries', row) }));
  }
  const rows = await db
    .selectFrom('credit_entries')
    .select(['organisationId', 'id', 'kind', 'amount', 'certificateId', 'batchId', 'note'])
    .select(['actorId', 'actorName', 'createdAt', 'number', 'mac'])
    .where('organisationId', '=', organisationId)
    .where('number', '>', sealedEntries)
    .where('number', '<=', entries)
    .orderBy('number')
    .limit(ENTRIES)
    .execute();
  return rows.map((row) => ({ ...row, isAuthentic: isAuthentic(services, 'credit_entries', row) }));
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
