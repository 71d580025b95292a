import { type RawBuilder, sql } from 'kysely';
import type { Services } from '../context.ts';

/** Tables that have the ends of an organisation's chains: of its audit entries, and of the entries of its ledger. */
export type ChainTable = 'audit_heads' | 'credit_balances';

const NO_LINK = Buffer.alloc(0);

/**
 * The values of a head to which an entry is added, in the statement that adds it: how many entries the chain has, and the entry's link, the
 * SHA-256 of the link before and the entry's code. The number of the entry is `entries` as it is returned.
 */
export const linked = (table: ChainTable, mac: RawBuilder<Uint8Array>) => ({
  entries: sql<number>`${sql.table(table)}.entries + 1`,
  link: sql<Uint8Array>`sha256(${sql.table(table)}.link || ${mac}::bytea)`,
});

/** The values of a head with one entry. */
export const firstLink = (
  services: Pick<Services, 'authenticator'>,
  table: ChainTable,
  organisationId: string,
  mac: Uint8Array,
) => ({
  entries: 1,
  link: sql<Uint8Array>`sha256(${mac}::bytea)`,
  ...sealedHead(services, table, { organisationId, entries: 0, link: NO_LINK }),
});

interface Head {
  organisationId: string;
  entries: number;
  link: Uint8Array;
}

/**
 * The values that authenticate a chain up to an entry. Links need no secret, so that SQL can compute them; who can write rows could
 * compute them as well, but for those up to here.
 */
export const sealedHead = ({ authenticator }: Pick<Services, 'authenticator'>, table: ChainTable, head: Head) => ({
  sealedEntries: head.entries,
  sealedLink: head.link,
  mac: authenticator.mac(headText(table, head)),
});

/** Returns false for a head that was not authenticated as it is. */
export const isSealedHead = (
  { authenticator }: Pick<Services, 'authenticator'>,
  table: ChainTable,
  {
    organisationId,
    sealedEntries,
    sealedLink,
    mac,
  }: { organisationId: string; sealedEntries: number; sealedLink: Uint8Array; mac: Uint8Array },
): boolean => authenticator.isMacOf(headText(table, { organisationId, entries: sealedEntries, link: sealedLink }), mac);

const headText = (table: ChainTable, { organisationId, entries, link }: Head): string =>
  JSON.stringify([table, organisationId, entries, Buffer.from(link).toString('base64')]);
