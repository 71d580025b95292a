import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brokenRules } from '../../scripts/folder-rules.ts';
import { sourcePaths } from '../../scripts/source-paths.ts';

test.each([
  ['an import that goes up', 'domain/x.ts', "import { a } from '../server/config.ts';", 'domain/x.ts:1'],
  [
    'a procedure that queries the database',
    'procedures/x.ts',
    "\nimport { a } from '../database/orm.ts';",
    'procedures/x.ts:2',
  ],
  ['a rule that knows its transport', 'domain/a/read.ts', "import express from 'express';", 'imports express'],
  [
    'an engine that is not pure',
    'templates-engine/x.ts',
    "export { a } from '../domain/errors.ts';",
    'only from errors',
  ],
  [
    'a page that bundles the server',
    'dashboard/lib/x.tsx',
    "import { appRouter } from '../../procedures/router.ts';",
    'import type',
  ],
  [
    'a designer that bundles the engine',
    'dashboard/templates/x.ts',
    "import { parseDesign } from '../../templates-engine/design/design.ts';",
    'import type',
  ],
  [
    'a page that bundles the error catalogue',
    'dashboard/lib/x.ts',
    "import { detail } from '../../errors/detail.ts';",
    'import type',
  ],
  [
    'a leaf of the engine that adds a package to the dashboard’s bundle',
    'templates-engine/design/properties.ts',
    "import { z } from 'zod';",
    'templates-engine/design/properties.ts:1 imports zod',
  ],
  [
    'a route with its own query',
    'server/http/x.ts',
    "import { Certificate } from '../../database/entities/certificate.ts';",
    'server/http/ runs no query',
  ],
  [
    'an output that knows the design',
    'templates-engine/pdf/x.ts',
    "import type { Design } from '../design/design.ts';",
    'templates-engine/pdf/ may import from scene',
  ],
  [
    'a layer of the engine that knows a higher one',
    'templates-engine/text/x.ts',
    "import { Budget } from '../scene/budget.ts';",
    'templates-engine/text/ may import from fonts, graphics',
  ],
  ['a folder of the engine in no layer', 'templates-engine/other/x.ts', '', 'is in no layer'],
  [
    'a part of an output that knows a higher one',
    'templates-engine/pdf/fonts/x.ts',
    "import { Painter } from '../painting/painter.ts';",
    'templates-engine/pdf/fonts/ may import from file',
  ],
  ['a dynamic import', 'database/x.ts', "const a = await import('../jobs/runner/runner.ts');", 'jobs/runner/runner.ts'],
  [
    'a noun that knows a workflow',
    'domain/certificates/read.ts',
    "import { a } from '../issuing/generate.ts';",
    'move shared code down',
  ],
  [
    'two nouns that know each other',
    'domain/emails/read.ts',
    "import { a } from '../webhooks/read.ts';",
    'may import only',
  ],
  [
    'a folder without a place in the order',
    'domain/x/read.ts',
    "import { a } from '../shared/crypto.ts';",
    'domain/x/ has no place',
  ],
  [
    'a context that knows a noun',
    'domain/context.ts',
    "import type { A } from './emails/states.ts';",
    'may import only from ports/',
  ],
  ['a file of a noun that is not named for what it does', 'domain/emails/helpers.ts', '', 'begin the name with a verb'],
  ['a clock of PostgreSQL', 'domain/x.ts', 'const due = sql`due_at <= now()`;', 'reads now(): bind context.now()'],
  ['another clock of PostgreSQL', 'jobs/x.ts', 'sql`select CLOCK_TIMESTAMP()`', 'reads CLOCK_TIMESTAMP'],
  ['the machine’s clock', 'procedures/x.ts', 'const at = new Date();', 'reads new Date()'],
  ['a number from the machine’s clock', 'domain/x.ts', 'const at = Date.now();', 'reads Date.now'],
  ['an id from the machine’s clock', 'domain/x.ts', "import { v7 } from 'uuid';", 'newId(context.now())'],
  ['an environment variable read outside server/config.ts', 'jobs/x.ts', 'const a = process.env.HOME;', 'process.env'],
])('%s is reported with its place', (_what, path, text, named) => {
  expect(brokenRules([{ path, text }])).toEqual([expect.stringContaining(named)]);
});

test("elapsed time and the context's clock may be read", () => {
  const text = 'const since = performance.now(); const at = context.now(); const then = new Date(at.getTime() - 1);';
  expect(brokenRules([{ path: 'domain/x.ts', text }])).toEqual([]);
});

test.each([
  ['type of the engine’s design', "import type { Design } from '../../templates-engine/design/design.ts';"],
  ['defaults of a design', "import { BACKGROUND_DEFAULTS } from '../../templates-engine/design/properties.ts';"],
  ['limits of an element', "import { TEXT_RANGES } from '../../templates-engine/elements/text/properties.ts';"],
])('the dashboard may import the %s', (_what, text) => {
  expect(brokenRules([{ path: 'dashboard/templates/x.ts', text }])).toEqual([]);
});

test('folders that import each other through a third one are reported with the path', () => {
  const designer = 'dashboard/templates/designer';
  const files = [
    { path: `${designer}/canvas/x.ts`, text: "import { a } from '../panel/x.ts';" },
    { path: `${designer}/panel/x.ts`, text: "import type { A } from '../elements/text/x.ts';" },
    { path: `${designer}/elements/text/x.ts`, text: "import { a } from '../../canvas/y.ts';" },
  ];
  expect(brokenRules(files)).toEqual([expect.stringContaining(`${designer}/: canvas -> panel -> elements -> canvas`)]);
  expect(brokenRules(files.slice(0, 2))).toEqual([]);
});

test('a folder and the files next to it must not import each other', () => {
  const files = [
    { path: 'dashboard/templates/gallery.tsx', text: "import { a } from './designer/x.ts';" },
    { path: 'dashboard/templates/designer/y.ts', text: "import type { A } from '../gallery.tsx';" },
  ];
  expect(brokenRules(files)).toEqual([expect.stringContaining('(files) -> designer -> (files)')]);
});

test('files that import each other are reported with the path, also by types', () => {
  const files = [
    { path: 'jobs/a.ts', text: "import { b } from './b.ts';" },
    { path: 'jobs/b.ts', text: "import { c } from './c.ts';" },
    { path: 'jobs/c.ts', text: "import type { A } from './a.ts';" },
  ];
  expect(brokenRules(files)).toEqual([expect.stringContaining('jobs/a.ts -> jobs/b.ts -> jobs/c.ts -> jobs/a.ts')]);
  expect(brokenRules(files.slice(0, 2))).toEqual([]);
});

test('the product follows its folder rules', () => {
  const files = sourcePaths().map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  expect(files.length).toBeGreaterThan(50);
  expect(brokenRules(files)).toEqual([]);
});
