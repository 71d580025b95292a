import { gzipSync } from 'node:zlib';
import { CREDENTIALS_V2 } from './contexts.ts';
import { base64url } from './multibase.ts';
import { timestamp } from './time.ts';

/** The least that a list may have, so that an index tells little (Bitstring Status List 1.0). */
export const STATUS_LIST_SIZE = 131_072;

/** A revocation is for good; what may be taken back is a suspension. */
export type StatusPurpose = 'revocation' | 'suspension';

export interface StatusListFacts {
  /** The list's own address. */
  id: string;
  /** The issuer of the certificates: a list of another is refused. */
  issuer: string;
  purpose: StatusPurpose;
  /** The indexes whose status is set. */
  list: Iterable<number>;
  /** In entries, a multiple of 8. */
  size?: number;
  validFrom: Date;
  validUntil: Date;
  /** How long a copy may be used, in milliseconds. */
  ttl: number;
}

/** An unsigned BitstringStatusListCredential (Bitstring Status List 1.0, 2.2). RangeError for a size or an index out of range. */
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

/** Index 0 is the highest bit of the first byte. */
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
