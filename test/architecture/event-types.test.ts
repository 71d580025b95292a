import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EVENT_TYPE_NAMES } from '../../domain/events/types.ts';

const RECIPE = (/## An event type\n([\s\S]*?)\n## /.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? [])[1] ?? '';
/** Files that the recipe names. */
const NAMED = [...RECIPE.matchAll(/`([\w./-]+\.(?:tsx?|md))`|\]\(([\w./-]+)/g)].map(
  ([, file, link]) => file ?? link ?? '',
);
/** Files that list every type. */
const LISTS = [
  'dashboard/settings/webhooks/events.ts',
  'docs/integrating.md',
  'domain/events/types.ts',
  'domain/integrity/check-events.ts',
];

const says = (file: string, type: string) => readFileSync(file, 'utf8').includes(type);

test('an event type touches the files in the recipe of CONTRIBUTING, and the place that records it: 8 files', () => {
  const sources = globSync(['*.md', '{client,dashboard,docs,domain,procedures,server}/**/*.{ts,tsx,md}'], {
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  const touched = [...sources, 'test/api/events.test.ts'].filter((file) => says(file, 'template.published'));
  expect(touched.toSorted()).toEqual([...NAMED, 'domain/templates/add-version.ts'].toSorted());
  expect(touched).toHaveLength(8);
});

test.each(LISTS)('%s, which the recipe names, has every type', (file) => {
  expect(NAMED).toContain(file);
  expect(EVENT_TYPE_NAMES.filter((type) => !says(file, type))).toEqual([]);
});
