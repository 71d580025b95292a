import { createCipheriv } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { STATUS_LIST_SIZE } from '../../proof/credential/index.ts';

/** A place in an organisation's status lists. */
export interface StatusPlace {
  list: number;
  index: number;
}

/** Each half of the Feistel network has 9 bits: 2^18 is the next even power of two from STATUS_LIST_SIZE. */
const HALF = 512;
const ROUNDS = 6;

/**
 * The place of an organisation's certificate by its number. Each list is filled in an order that depends on the
 * organisation's secret of 32 bytes: an index tells nobody who was issued when, and a free place need not be looked for.
 */
export function statusPlace(secret: Uint8Array, number: number): StatusPlace {
  const list = Math.floor(number / STATUS_LIST_SIZE);
  const functions = roundFunctions(secret, list);
  let index = number % STATUS_LIST_SIZE;
  // A permutation of 2^18 numbers, repeated until it comes out below 2^17, is one of 2^17 (cycle walking).
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

/** A table of pseudo-random values for each round: the key stream of AES-256-CTR. */
function roundFunctions(secret: Uint8Array, list: number): Uint16Array {
  const name = `${Buffer.from(secret).toString('base64')} ${list}`;
  const known = kept.get(name);
  if (known) return known;
  // Blocks of the stream are counted from the last bytes of the vector; the list's number is before them.
  const vector = Buffer.alloc(16);
  vector.writeUInt32BE(list);
  const stream = createCipheriv('aes-256-ctr', secret, vector).update(Buffer.alloc(ROUNDS * HALF * 2));
  const functions = Uint16Array.from({ length: ROUNDS * HALF }, (_value, at) => stream.readUInt16LE(at * 2));
  kept.set(name, functions);
  return functions;
}
