import { concat, equal, sha256 } from '../bytes.ts';

const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)];

/** Hashes of RFC 6962, 2.1. */
export const leafHash = (entry: Uint8Array): Promise<Uint8Array> => sha256(concat(LEAF, entry));
export const nodeHash = (left: Uint8Array, right: Uint8Array): Promise<Uint8Array> => sha256(concat(NODE, left, right));

const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;

/** Returns whether a leaf hash is at the index of the tree with that size and root (RFC 9162, 2.1.3.2). */
export async function isIncluded(
  leaf: Uint8Array,
  index: number,
  path: readonly Uint8Array[],
  { size, root }: { size: number; root: Uint8Array },
): Promise<boolean> {
  if (!(index >= 0 && index < size)) return false;
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      hash = await nodeHash(sibling, hash);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else hash = await nodeHash(hash, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equal(hash, root);
}

/** Returns whether the larger tree begins with the smaller one, by a proof (RFC 9162, 2.1.4.2). */
export async function isConsistent(
  proof: readonly Uint8Array[],
  smaller: { size: number; root: Uint8Array },
  larger: { size: number; root: Uint8Array },
): Promise<boolean> {
  if (smaller.size === larger.size) return proof.length === 0 && equal(smaller.root, larger.root);
  if (!(smaller.size > 0 && smaller.size < larger.size)) return false;
  const [first, ...rest] = isPowerOfTwo(smaller.size) ? [smaller.root, ...proof] : proof;
  if (!first) return false;
  let [node, last] = [smaller.size - 1, larger.size - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  let [before, after] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      before = await nodeHash(sibling, before);
      after = await nodeHash(sibling, after);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else after = await nodeHash(after, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equal(before, smaller.root) && equal(after, larger.root);
}

const isPowerOfTwo = (size: number): boolean => 2 ** Math.round(Math.log2(size)) === size;

/** Returns the largest power of two below a count of at least two. */
export function splitOf(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}
