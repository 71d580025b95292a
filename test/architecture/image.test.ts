import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf } from '../../scripts/imports.ts';
import { sourcePaths } from '../../scripts/source-paths.ts';
import { PAGES } from '../../server/http/docs/site/contents.ts';

test("the image's build context has every file that its files import", () => {
  const lines = readFileSync('.dockerignore', 'utf8').split('\n');
  const taken = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  expect(lines).toContain('*');
  const isTaken = (file: string) => taken.some((path) => file === path || file.startsWith(`${path}/`));
  const imported = sourcePaths()
    .filter((path) => isTaken(path) && !path.endsWith('.test.ts'))
    .flatMap((path) => importsOf({ path, text: readFileSync(path, 'utf8') }))
    .flatMap(({ statement, file }) => (file === null || /import type\s/.test(statement) ? [] : [file]));
  expect(imported.length).toBeGreaterThan(0);
  expect([...new Set(imported)].filter((file) => !isTaken(file))).toEqual([]);
});

test("the image's build context has every document that an installation serves", () => {
  const taken = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  const files = new Set(PAGES.flatMap(({ sources }) => sources.map(({ file }) => file)));
  expect(files.size).toBeGreaterThan(10);
  expect([...files].filter((file) => !taken.some((pattern) => matchesGlob(file, pattern)))).toEqual([]);
});

test('what the server and its commands import is installed without development packages', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  const [reached, missing] = [new Set<string>(), new Set<string>()];
  const follow = (path: string) => {
    if (reached.has(path) || !path.endsWith('.ts')) return;
    reached.add(path);
    for (const { file, target, statement } of importsOf({ path, text: readFileSync(path, 'utf8') })) {
      // Texts of code samples also match.
      if (/import type\s/.test(statement) || !/^[\w@.#][\w@./:-]*$/.test(target)) continue;
      if (file !== null) follow(file);
      else if (!isInstalled(target)) missing.add(`${path}: ${target}`);
    }
  };
  const isInstalled = (target: string) =>
    target.startsWith('node:') || Object.keys(dependencies).some((name) => `${target}/`.startsWith(`${name}/`));
  for (const entry of ['main.ts', 'cli/main.ts', 'adapters/rendering/child.ts', 'adapters/rendering/watchdog.ts'])
    follow(`server/${entry}`);
  expect(reached.size).toBeGreaterThan(1000);
  expect([...missing]).toEqual([]);
});
