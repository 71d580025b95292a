import { expect, test } from 'vitest';
import { newId } from '../../domain/shared/ids.ts';

test('ids of a millisecond ascend, also with ids of other times between them', () => {
  const [now, earlier, ahead] = [1_800_000_000_000, 1_799_999_999_999, 1_900_000_000_000].map((at) => new Date(at));
  const ids = Array.from({ length: 20 }, () => {
    const id = newId(now as Date);
    for (const other of [earlier, ahead]) newId(other as Date);
    return id;
  });
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
