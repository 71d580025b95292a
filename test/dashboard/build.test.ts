import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the dashboard is built for production, whoever builds it: no development JSX, no path of the machine', () => {
  const scripts = globSync('dashboard/dist/assets/*.js').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  expect(scripts.length).toBeGreaterThan(10);
  const faulty = scripts.filter(({ text }) => text.includes('jsxDEV') || text.includes(process.cwd()));
  expect(faulty.map(({ path }) => path)).toEqual([]);
});
