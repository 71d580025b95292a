import { hash, randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';

export const sha256 = (content: Uint8Array | string): Buffer => hash('sha256', content, 'buffer');

/** Returns canonical JSON (RFC 8785): equal values give equal bytes. */
export function canonicalJson(value: unknown): string {
  const json = canonicalize(value);
  if (json === undefined) throw new TypeError('the value cannot be expressed in JSON');
  return json;
}

export const randomToken = (bytes: number): Buffer => randomBytes(bytes);
