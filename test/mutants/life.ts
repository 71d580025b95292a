import type { Mutant } from './mutant.ts';

/** A certificate's life: imports and numbers. */
export const LIFE: readonly Mutant[] = [
  {
    file: 'domain/importing/import.ts',
    find: 'if (index < free) ',
    replace: '',
    breaks: 'beyond the allowance, a rendered import costs a credit',
    tests: ['test/api/imports.test.ts'],
  },
  {
    file: 'domain/numbering/take.ts',
    find: 'and c.number = any(',
    replace: 'and false and c.number = any(',
    breaks: 'numbers that certificates have are skipped',
    tests: ['test/api/numbers.test.ts'],
  },
  {
    file: 'domain/numbering/take-turn.ts',
    find: '    this.#line.expected += count;\n',
    replace: '',
    breaks: 'certificates that are issued at once expect different numbers',
    tests: ['test/api/numbers.test.ts'],
  },
];
