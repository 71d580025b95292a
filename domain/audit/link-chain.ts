import { type RawBuilder, sql } from 'kysely';
import type { Services } from '../context.ts';

/** Tables with the heads of an organisation's two chains: audit entries and ledger entries. */
export type ChainTable = 'audit_heads' | 'credit_balances';

const NO_LINK = Buffer.alloc(0);

/**
 * Returns the values of a head after an entry is added: the number of entries and the entry's link. A link is the SHA-256 of the previous
 * link and the entry's code. The returned `entries` is the number of the new entry.
 */
export const linked = (table: ChainTable, mac: RawBuilder<Uint8Array>) => ({
  entries: sql<number>`${sql.table(table)}.entries + 1`,
  link: sql<Uint8Array>`sha256(${sql.table(table)}.link || ${mac}::bytea)`,
});

/** Returns the values of a head with one entry. */
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
 * Returns the values that authenticate a chain up to an entry. Links need no secret, so SQL can compute them. An attacker who can write
 * rows can therefore compute them too, except for the entries covered here.
 */
export const sealedHead = ({ authenticator }: Pick<Services, 'authenticator'>, table: ChainTable, head: Head) => ({
  sealedEntries: head.entries,
  sealedLink: head.link,
  mac: authenticator.mac(headText(table, head)),
});

/** Returns false for a head that was changed outside Laurel. */
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
