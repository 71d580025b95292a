import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the dashboard build is a production build without paths of the machine', () => {
  const scripts = globSync('dashboard/dist/assets/*.js').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  expect(scripts.length).toBeGreaterThan(10);
  const faulty = scripts.filter(({ text }) => text.includes('jsxDEV') || text.includes(process.cwd()));
  expect(faulty.map(({ path }) => path)).toEqual([]);
});

test("every class of the library's components in the scripts has its styles", () => {
  const classesIn = (paths: readonly string[]) =>
    new Set(paths.flatMap((path) => readFileSync(path, 'utf8').match(/\bm_[0-9a-f]+\b/g) ?? []));
  const written = classesIn(globSync('node_modules/@mantine/*/styles.css'));
  const styled = classesIn(globSync('dashboard/dist/assets/*.css'));
  const used = [...classesIn(globSync('dashboard/dist/assets/*.js'))].filter((name) => written.has(name));
  expect(used.length).toBeGreaterThan(200);
  expect(used.filter((name) => !styled.has(name))).toEqual([]);
});

test.each(['lib/base.css', 'shell/shell.css'])(
  "%s has the library's styles in the library's order, which decides precedence",
  (list) => {
    const folder = 'node_modules/@mantine/core';
    const whole = readFileSync(`${folder}/styles.css`, 'utf8');
    const imported = readFileSync(`dashboard/${list}`, 'utf8').matchAll(/"@mantine\/core\/(styles\/[\w-]+\.css)"/g);
    const places = [...imported].map(([, path = '']) => {
      const text = readFileSync(`${folder}/${path}`, 'utf8').trim();
      return { path, at: whole.indexOf(text.slice(0, 80)) };
    });
    expect(places.length).toBeGreaterThan(20);
    expect(places.filter(({ at }) => at < 0)).toEqual([]);
    expect(places.map(({ path }) => path)).toEqual(places.toSorted((a, b) => a.at - b.at).map(({ path }) => path));
  },
);
