import { createCipheriv } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { STATUS_LIST_SIZE } from '../../proof/credential/index.ts';

/** A position in an organisation's status lists. */
export interface StatusIndex {
  list: number;
  index: number;
}

/** Each half of the Feistel network has 9 bits: 2^18 is the next even power of two from STATUS_LIST_SIZE. */
const HALF = 512;
const ROUNDS = 6;

/**
 * Returns the place of an organisation's certificate by its number. Each list is filled in an order that depends on the organisation's
 * 32-byte secret. An index therefore does not reveal when a certificate was issued, and no search for a free place is needed.
 */
export function statusIndex(secret: Uint8Array, number: number): StatusIndex {
  const list = Math.floor(number / STATUS_LIST_SIZE);
  const functions = roundFunctions(secret, list);
  let index = number % STATUS_LIST_SIZE;
  // A permutation of 2^18 numbers, repeated until the result is below 2^17, is a permutation of 2^17 numbers (cycle walking).
  do index = permute(functions, index);
  while (index >= STATUS_LIST_SIZE);
  return { list, index };
}

function permute(functions: Uint16Array, index: number): number {
  let [left, right] = [Math.floor(index / HALF), index % HALF];
  for (let round = 0; round < ROUNDS; round++)
    [left, right] = [right, left ^ ((functions[round * HALF + right] ?? 0) % HALF)];
  return left * HALF + right;
}

const kept = new LRUCache<string, Uint16Array>({ max: 200 });

/** Returns a table of pseudo-random values for each round, from the key stream of AES-256-CTR. */
function roundFunctions(secret: Uint8Array, list: number): Uint16Array {
  const name = `${Buffer.from(secret).toString('base64')} ${list}`;
  const known = kept.get(name);
  if (known) return known;
  // AES-CTR counts blocks in the last bytes of the vector, so the list's number comes first.
  const vector = Buffer.alloc(16);
  vector.writeUInt32BE(list);
  const stream = createCipheriv('aes-256-ctr', secret, vector).update(Buffer.alloc(ROUNDS * HALF * 2));
  const functions = Uint16Array.from({ length: ROUNDS * HALF }, (_value, at) => stream.readUInt16LE(at * 2));
  kept.set(name, functions);
  return functions;
}
