import { hash, randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';

export const sha256 = (content: Uint8Array | string): Buffer => hash('sha256', content, 'buffer');

/** Canonical JSON (RFC 8785): the same value is the same bytes. */
export function canonicalJson(value: unknown): string {
  const json = canonicalize(value);
  if (json === undefined) throw new TypeError('a value that JSON cannot express');
  return json;
}

export const randomToken = (bytes: number): Buffer => randomBytes(bytes);
