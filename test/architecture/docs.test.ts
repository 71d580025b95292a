import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { QUOTAS } from '../../domain/limits.ts';
import { errorDocs } from '../../errors/docs.ts';

const DOCS = globSync(['*.md', 'docs/**/*.md', '**/README.md'], { exclude: ['**/node_modules/**', '**/dist/**'] });
const FOLDERS =
  'client|dashboard|server|embedded-postgres|procedures|jobs|domain|database|templates-engine|email-templates|scripts|test|samples';

test.each(DOCS)('%s links to and names files that exist', (path) => {
  const text = readFileSync(path, 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link = '']) => join(dirname(path), link));
  const named = [...text.matchAll(new RegExp(`\`((?:${FOLDERS})/[\\w./-]+)\``, 'g'))].map(([, file = '']) => file);
  // `NAME` is a placeholder.
  expect([...links, ...named].filter((file) => !/NAME/.test(file) && !existsSync(file))).toEqual([]);
});

/** Returns the ids that GitHub gives the headings of a document. */
function anchorsOf(path: string): Set<string> {
  const text = readFileSync(path, 'utf8').replaceAll(/^```.*?^```/gms, '');
  const ids = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(ids);
}

test.each(DOCS)('%s links to headings that exist', (path) => {
  const links = [...readFileSync(path, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)];
  const missing = links.filter(([, file = '', anchor = '']) => {
    const target = file === '' ? path : join(dirname(path), file);
    return !anchorsOf(target).has(anchor);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

test('docs/integrating.md has the limit of every list', () => {
  const [, table = ''] = /^### Lists$(.*?)^A user/ms.exec(readFileSync('docs/integrating.md', 'utf8')) ?? [];
  const limits = [...table.matchAll(/\| ([\d,]+) \|$/gm)].map(([, limit = '']) => Number(limit.replaceAll(',', '')));
  expect(limits.sort()).toEqual(Object.values(QUOTAS).sort());
});

test('docs/errors.md matches the error catalogue (npm run errors)', () => {
  expect(readFileSync('docs/errors.md', 'utf8')).toBe(errorDocs());
});

test('each folder of the domain has a README that says what it is', () => {
  const folders = readdirSync('domain', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.length).toBeGreaterThan(25);
  for (const { name } of folders) expect(readFileSync(`domain/${name}/README.md`, 'utf8')).toMatch(/^# \S.+\n\n\S.+/);
});

test('the document of measurements has fewer than 80 lines', () => {
  expect(readFileSync('docs/performance.md', 'utf8').split('\n').length).toBeLessThanOrEqual(80);
});
