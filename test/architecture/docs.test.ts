import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { errorDocs } from '../../errors/docs.ts';

const DOCS = globSync(['*.md', 'docs/**/*.md', 'client/*.md', 'embedded-postgres/*.md']);
const FOLDERS =
  'client|dashboard|server|embedded-postgres|procedures|jobs|domain|database|templates-engine|scripts|test|samples';

test.each(DOCS)('%s links to and names files that exist', (path) => {
  const text = readFileSync(path, 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link = '']) => join(dirname(path), link));
  const named = [...text.matchAll(new RegExp(`\`((?:${FOLDERS})/[\\w./-]+)\``, 'g'))].map(([, file = '']) => file);
  // `NAME` is a placeholder.
  expect([...links, ...named].filter((file) => !/NAME/.test(file) && !existsSync(file))).toEqual([]);
});

test('docs/errors.md matches the error catalogue (npm run errors)', () => {
  expect(readFileSync('docs/errors.md', 'utf8')).toBe(errorDocs());
});
