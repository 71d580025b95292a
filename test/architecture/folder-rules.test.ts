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
    'only from errors',
  ],
  [
    'a page that brings the server along',
    'dashboard/app/x.tsx',
    "import { appRouter } from '../../procedures/router.ts';",
    'import type',
  ],
  [
    'a designer that brings the engine along',
    'dashboard/templates/x.ts',
    "import { parseDesign } from '../../templates-engine/design/design.ts';",
    'import type',
  ],
  [
    'a leaf of the engine that brings a package into the dashboard',
    'templates-engine/design/properties.ts',
    "import { z } from 'zod';",
    'templates-engine/design/properties.ts:1 imports zod',
  ],
  [
    'a route with a query of its own',
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
    'a layer of the engine that knows one above it',
    'templates-engine/text/x.ts',
    "import { Budget } from '../scene/budget.ts';",
    'templates-engine/text/ may import from fonts, graphics',
  ],
  ['a folder of the engine in no layer', 'templates-engine/other/x.ts', '', 'is in no layer'],
  ['a dynamic import', 'database/x.ts', "const a = await import('../jobs/runner.ts');", 'jobs/runner.ts'],
  [
    'a noun that knows a workflow',
    'domain/certificates/x.ts',
    "import { a } from '../issuing/generate.ts';",
    'move what both need down',
  ],
  [
    'two nouns that know each other',
    'domain/emails/x.ts',
    "import { a } from '../webhooks/read.ts';",
    'may import only',
  ],
  [
    'a folder that has no place yet',
    'domain/x/x.ts',
    "import { a } from '../shared/crypto.ts';",
    'domain/x/ has no place',
  ],
  [
    'a context that knows a noun',
    'domain/context.ts',
    "import type { A } from './emails/states.ts';",
    'imports from services/ alone',
  ],
  ['an environment read elsewhere', 'jobs/x.ts', 'const a = process.env.HOME;', 'process.env'],
])('%s is named, with its place', (_what, path, text, named) => {
  expect(brokenRules([{ path, text }])).toEqual([expect.stringContaining(named)]);
});

test.each([
  ['type of the engine’s design', "import type { Design } from '../../templates-engine/design/design.ts';"],
  ['defaults of a design', "import { BACKGROUND_DEFAULTS } from '../../templates-engine/design/properties.ts';"],
  ['limits of an element', "import { TEXT_RANGES } from '../../templates-engine/elements/text/properties.ts';"],
])('the dashboard may take the %s', (_what, text) => {
  expect(brokenRules([{ path: 'dashboard/templates/x.ts', text }])).toEqual([]);
});

test('folders that import each other by way of a third are named, with the way', () => {
  const designer = 'dashboard/templates/designer';
  const files = [
    { path: `${designer}/canvas/x.ts`, text: "import { a } from '../panel/x.ts';" },
    { path: `${designer}/panel/x.ts`, text: "import type { A } from '../elements/text/x.ts';" },
    { path: `${designer}/elements/text/x.ts`, text: "import { a } from '../../canvas/y.ts';" },
  ];
  expect(brokenRules(files)).toEqual([expect.stringContaining(`${designer}/: canvas -> panel -> elements -> canvas`)]);
  expect(brokenRules(files.slice(0, 2))).toEqual([]);
});

test('a folder and the files beside it import each other no more than two folders do', () => {
  const files = [
    { path: 'dashboard/templates/gallery.tsx', text: "import { a } from './designer/x.ts';" },
    { path: 'dashboard/templates/designer/x.ts', text: "import type { A } from '../gallery.tsx';" },
  ];
  expect(brokenRules(files)).toEqual([expect.stringContaining('(files) -> designer -> (files)')]);
});

test('the product keeps its own folder rules', () => {
  const files = sourcePaths().map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  expect(files.length).toBeGreaterThan(50);
  expect(brokenRules(files)).toEqual([]);
});
