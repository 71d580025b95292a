import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brokenRules } from '../../scripts/folder-rules.ts';
import { sourcePaths } from '../../scripts/source-paths.ts';

test.each([
  ['an arrow that goes up', 'domain/x.ts', "import { a } from '../server/config.ts';", 'domain/x.ts:1'],
  [
    'a procedure that asks the database',
    'procedures/x.ts',
    "\nimport { a } from '../database/orm.ts';",
    'procedures/x.ts:2',
  ],
  ['a rule that knows its transport', 'domain/a/x.ts', "import express from 'express';", 'imports express'],
  [
    'an engine that is not pure',
    'templates-engine/x.ts',
    "export { a } from '../domain/errors.ts';",
    'from no other folder',
  ],
  [
    'a page that brings the server along',
    'dashboard/app/x.tsx',
    "import { appRouter } from '../../procedures/router.ts';",
    'import type',
  ],
  ['a dynamic import', 'database/x.ts', "const a = await import('../jobs/runner.ts');", 'jobs/runner.ts'],
  ['an environment read elsewhere', 'jobs/x.ts', 'const a = process.env.HOME;', 'process.env'],
])('%s is named, with its place', (_what, path, text, told) => {
  expect(brokenRules([{ path, text }])).toEqual([expect.stringContaining(told)]);
});

test('the product keeps its own folder rules', () => {
  const files = sourcePaths().map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  expect(files.length).toBeGreaterThan(50);
  expect(brokenRules(files)).toEqual([]);
});
