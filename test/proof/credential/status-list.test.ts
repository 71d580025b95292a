import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseStatusIndexes, STATUS_LIST_SIZE, statusList } from '../../../proof/credential/index.ts';

const facts = { id: 'https://a.example/s/1', issuer: 'did:web:a.example', purpose: 'revocation' as const };
const times = { validFrom: new Date(0), validUntil: new Date(60_000), ttl: 60_000 };
const bitsOf = (list: Iterable<number>, size?: number) => {
  const { encodedList } = statusList({ ...facts, ...times, list, ...(size && { size }) }).credentialSubject;
  return gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'));
};

test('sets the bits of the list, index 0 first', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(STATUS_LIST_SIZE - 1), { maxLength: 50 }), (list) => {
      const bits = bitsOf(list);
      const set = [...bits].flatMap((byte, at) =>
        [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (128 >> bit)).map((bit) => at * 8 + bit),
      );
      expect(set).toEqual(list.toSorted((a, b) => a - b));
    }),
    { numRuns: 20 },
  );
});

test('a list has at least 131,072 entries and no index beyond them', () => {
  expect(bitsOf([])).toHaveLength(16_384);
  expect(bitsOf([262_143], 262_144)).toHaveLength(32_768);
  for (const size of [131_071, 131_073, 8]) expect(() => bitsOf([], size)).toThrow(RangeError);
  for (const index of [-1, 131_072, 0.5, Number.NaN]) expect(() => bitsOf([index])).toThrow(RangeError);
});

test('places are distinct, free, and taken from the random source', () => {
  const drawn = [5, 9, 5, 7, 7, 2];
  const randomInt = (limit: number) => {
    expect(limit).toBe(STATUS_LIST_SIZE);
    return drawn.shift() ?? 0;
  };
  expect(chooseStatusIndexes(3, { taken: new Set([9]), randomInt })).toEqual([5, 7, 2]);
  expect(drawn).toEqual([]);
});

test('finds the last free place and refuses a full list', () => {
  const taken = new Set([0, 1, 2, 3, 4, 5, 6]);
  let next = 0;
  const randomInt = (limit: number) => next++ % limit;
  expect(chooseStatusIndexes(1, { size: 8, taken, randomInt })).toEqual([7]);
  expect(() => chooseStatusIndexes(2, { size: 8, taken, randomInt })).toThrow('The status list has no 2 free entries');
});
