import { createHash } from 'node:crypto';

const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** RFC 6962, 2.1, implemented literally as a reference for tiles and proofs. */
export function naiveRoot(entries: readonly Uint8Array[]): Buffer {
  if (entries.length === 0) return sha256();
  if (entries.length === 1) return sha256(Buffer.of(0), entries[0] as Uint8Array);
  const k = split(entries.length);
  return sha256(Buffer.of(1), naiveRoot(entries.slice(0, k)), naiveRoot(entries.slice(k)));
}

/** PATH(m, D[n]) of 2.1.1. */
export function naiveInclusion(m: number, entries: readonly Uint8Array[]): Buffer[] {
  if (entries.length === 1) return [];
  const k = split(entries.length);
  const [left, right] = [entries.slice(0, k), entries.slice(k)];
  return m < k ? [...naiveInclusion(m, left), naiveRoot(right)] : [...naiveInclusion(m - k, right), naiveRoot(left)];
}

/** SUBPROOF(m, D[n], b) of 2.1.2. */
export function naiveConsistency(m: number, entries: readonly Uint8Array[], isWhole = true): Buffer[] {
  if (m === entries.length) return isWhole ? [] : [naiveRoot(entries)];
  const k = split(entries.length);
  const [left, right] = [entries.slice(0, k), entries.slice(k)];
  return m <= k
    ? [...naiveConsistency(m, left, isWhole), naiveRoot(right)]
    : [...naiveConsistency(m - k, right, false), naiveRoot(left)];
}

const split = (count: number): number => 2 ** (Math.ceil(Math.log2(count)) - 1);
