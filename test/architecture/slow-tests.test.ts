import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SLOW_TESTS } from '../slow-tests.ts';

test.each(Object.values(SLOW_TESTS).flat())('the slow suite has tests of the name %s', (pattern) => {
  expect(globSync(pattern)).not.toEqual([]);
});
