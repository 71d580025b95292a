import { gzipSync } from 'node:zlib';
import { CREDENTIALS_V2 } from './contexts.ts';
import { base64url } from './multibase.ts';
import { timestamp } from './time.ts';

/** Minimum size of a list, so that an index reveals little (Bitstring Status List 1.0). */
export const STATUS_LIST_SIZE = 131_072;

/** A revocation is permanent; a suspension can be lifted. */
export type StatusPurpose = 'revocation' | 'suspension';

export interface StatusListFacts {
  /** URL of the list itself. */
  id: string;
  /** Issuer of the certificates. Verifiers refuse a list of a different issuer. */
  issuer: string;
  purpose: StatusPurpose;
  /** Indexes whose status is set. */
  list: Iterable<number>;
  /** Number of entries, a multiple of 8. */
  size?: number;
  validFrom: Date;
  validUntil: Date;
  /** Maximum time for which a copy can be cached, in ms. */
  ttl: number;
}

/** Returns an unsigned BitstringStatusListCredential (Bitstring Status List 1.0, 2.2). Throws RangeError for an invalid size or index. */
export const statusList = ({ size = STATUS_LIST_SIZE, ...facts }: StatusListFacts) => ({
  '@context': [CREDENTIALS_V2],
  id: facts.id,
  type: ['VerifiableCredential', 'BitstringStatusListCredential'],
  issuer: facts.issuer,
  validFrom: timestamp(facts.validFrom),
  validUntil: timestamp(facts.validUntil),
  credentialSubject: {
    id: `${facts.id}#list`,
    type: 'BitstringStatusList',
    statusPurpose: facts.purpose,
    encodedList: base64url(gzipSync(bitstring(facts.list, size))),
    ttl: facts.ttl,
  },
});

/** Returns the bits of the list. Index 0 is the highest bit of the first byte. */
function bitstring(list: Iterable<number>, size: number): Buffer {
  if (!Number.isInteger(size / 8) || size < STATUS_LIST_SIZE)
    throw new RangeError(`A status list has ${STATUS_LIST_SIZE} entries or more, a multiple of 8; not ${size}`);
  const bytes = Buffer.alloc(size / 8);
  for (const index of list) {
    if (!Number.isInteger(index) || index < 0 || index >= size)
      throw new RangeError(`A status list of ${size} entries has no index ${index}`);
    bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (0x80 >> (index & 7));
  }
  return bytes;
}
