import type { Mutant } from './mutant.ts';

/** Mutants of the transparency log. */
export const LOG: Mutant[] = [
  {
    file: 'domain/log/verify-statements.ts',
    find: 'if (this.#restored.some(({ from, to }) => from <= index && index < to)) this.lost++;',
    replace: 'if (index >= 0) this.lost++;',
    breaks: 'a deleted statement is reported',
    tests: ['test/log/verify.test.ts'],
  },
  {
    file: 'domain/log/read-published.ts',
    find: ' || tileWidth({ level, index }, Number(stored.size ?? 0)) < width',
    replace: '',
    breaks: 'nothing beyond the newest head is served',
    tests: ['test/log/published.test.ts'],
  },
  {
    file: 'domain/log/read-copied-heads.ts',
    find: '  if (!last) return {',
    replace: '  if (last !== undefined) return {',
    breaks: 'a head that only exists in heads/ is found',
    tests: ['test/log/restored.test.ts'],
  },
  {
    file: 'domain/log/restore.ts',
    find: '  if (!rootOf(tree).equals(head.root))\n',
    replace: '  if (!head.root)\n',
    breaks: "entries that do not match the head's root are not restored",
    tests: ['test/log/restored.test.ts'],
  },
  {
    file: 'domain/log/restore.ts',
    find: '  await recordIndexes(em, found);\n',
    replace: '',
    breaks: 'a statement in a restored entry is not added again',
    tests: ['test/log/restored.test.ts'],
  },
  {
    file: 'domain/log/record-restored-range.ts',
    find: 'if (text === ',
    replace: 'if (restoredAt !== null || text === ',
    breaks: 'only a range signed by the log excuses missing statements',
    tests: ['test/log/verify.test.ts'],
  },
  {
    file: 'server/adapters/log-destinations/bucket.ts',
    find: '{ locked: lasting }',
    replace: '{ locked: true }',
    breaks: 'only lasting files are locked in a bucket',
    tests: ['test/log/copies.test.ts'],
  },
];
