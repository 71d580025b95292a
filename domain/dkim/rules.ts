import type { Organisation } from '../../database/entities/organisation.ts';
import type { Row } from '../../database/sql.ts';
import { confirmedAddress } from '../mailboxes/rules.ts';
import { transmittedAddress } from '../shared/email-address.ts';
import { isoOrNull } from '../shared/schemas.ts';
import type { Dkim, Found } from './schemas.ts';

export type DkimKey = Row<'dkim_keys'>;

/** Returns the domain of the confirmed sender's address, in ASCII; null without one. */
export function senderDomain(row: Organisation): string | null {
  const address = confirmedAddress(row, 'SENDER');
  return address === null ? null : (transmittedAddress(address).split('@')[1]?.toLowerCase() ?? null);
}

/** Returns the name of the key's record (RFC 6376, 3.6.2.1). */
export const recordName = ({ selector, domain }: Pick<DkimKey, 'selector' | 'domain'>): string =>
  `${selector}._domainkey.${domain}`;

/** Returns true if e-mails of the organisation are signed with the key. */
export const isSigning = (key: DkimKey, domain: string | null): boolean =>
  key.foundAt !== null && key.domain === domain;

/** Place of a private key for the vault. */
export const placeOf = ({ organisationId, selector }: Pick<DkimKey, 'organisationId' | 'selector'>): string =>
  `dkim_keys ${organisationId} ${selector}`;

/** Returns the state of the key's record among the texts at its name (RFC 6376, 3.6.1). */
export function recordState({ publicKey }: Pick<DkimKey, 'publicKey'>, texts: readonly string[] | null): Found {
  if (texts === null) return 'UNKNOWN';
  const keys = texts.flatMap((text) => /(?:^|;)\s*p\s*=([^;]*)/.exec(text)?.[1]?.replaceAll(/\s/g, '') ?? []);
  // Receivers use any of several records, so each must have the key.
  if (keys.length > 0 && keys.every((key) => key === publicKey)) return 'FOUND';
  return texts.length > 0 ? 'OTHER' : 'MISSING';
}

/** Returns the key as members see it. */
export const toView = (key: DkimKey | undefined, domain: string | null): Dkim => ({
  senderDomain: domain,
  key: key
    ? {
        domain: key.domain,
        record: { name: recordName(key), value: `v=DKIM1; k=rsa; p=${key.publicKey}` },
        isSigning: isSigning(key, domain),
        checkedAt: isoOrNull(key.checkedAt),
      }
    : null,
});
