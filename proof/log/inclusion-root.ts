import { leafHash, nodeHash } from './hashes.ts';

/**
 * Returns the root hash of a log of `size` entries that has this entry at `index`, computed from a proof of inclusion (RFC 9162, 2.1.3.2).
 * Returns null if the proof has too few or too many hashes.
 */
export function inclusionRoot(
  entry: Uint8Array,
  { index, size, hashes }: { index: number; size: number; hashes: readonly Buffer[] },
): Buffer | null {
  let [node, last] = [index, size - 1];
  let root = leafHash(entry);
  for (const hash of hashes) {
    if (last === 0) return null;
    if (isOdd(node) || node === last) {
      root = nodeHash(hash, root);
      // The last node of a level can lack a sibling, in which case it moves up unchanged.
      while (!isOdd(node) && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
    } else root = nodeHash(root, hash);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : null;
}

const isOdd = (node: number): boolean => node % 2 === 1;
