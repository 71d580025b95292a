import { createHash } from 'node:crypto';

/** Length of a hash in bytes: SHA-256, with which RFC 6962 (2.1) builds the tree. */
export const HASH_LENGTH = 32;

const [LEAF, NODE] = [Buffer.of(0), Buffer.of(1)];

export const EMPTY_ROOT = createHash('sha256').digest();

export const leafHash = (entry: Uint8Array): Buffer => createHash('sha256').update(LEAF).update(entry).digest();

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  createHash('sha256').update(NODE).update(left).update(right).digest();

/** Returns the root over concatenated hashes, whose number is a power of two. */
export function perfectRoot(hashes: Buffer): Buffer {
  let row = hashes;
  while (row.length > HASH_LENGTH) {
    const above = Buffer.allocUnsafe(row.length / 2);
    for (let at = 0; at < row.length; at += 2 * HASH_LENGTH) {
      const pair = row.subarray(at, at + 2 * HASH_LENGTH);
      createHash('sha256')
        .update(NODE)
        .update(pair)
        .digest()
        .copy(above, at / 2);
    }
    row = above;
  }
  return row;
}
