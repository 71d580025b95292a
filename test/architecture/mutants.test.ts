import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MUTANTS } from '../mutants/mutants.ts';

test.each(MUTANTS)('the line of $file that guarantees "$breaks" occurs once', ({ file, find, tests }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
  for (const path of tests) expect(readFileSync(path, 'utf8')).not.toBe('');
});
