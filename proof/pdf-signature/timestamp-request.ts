import { randomBytes } from 'node:crypto';
import { integer, NULL, objectIdentifier, octetString, sequence, TRUE } from './der.ts';
import { OID } from './object-identifiers.ts';

const NONCE_BYTES = 16;

/**
 * Returns a request (RFC 3161, 2.4.1) for a time stamp over a SHA-256 digest, and its nonce as the DER element that the response repeats.
 */
export function timestampRequest(digest: Uint8Array): { request: Buffer; nonce: Buffer } {
  const nonce = integer(randomBytes(NONCE_BYTES));
  const imprint = sequence(sequence(objectIdentifier(OID.sha256), NULL), octetString(digest));
  return { request: sequence(integer(1), imprint, nonce, TRUE), nonce };
}
