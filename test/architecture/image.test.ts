import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf } from '../../scripts/imports.ts';
import { sourcePaths } from '../../scripts/source-paths.ts';

test('the stage of the image that builds the dashboard has every file that the dashboard imports', () => {
  const [, stage = ''] = /AS dashboard\n(.*?)\n\n/s.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  const copied = [...stage.matchAll(/^COPY (\S+) \S+$/gm)].map(([, path = '']) => path);
  const imported = sourcePaths()
    .filter((path) => path.startsWith('dashboard/'))
    .flatMap((path) => importsOf({ path, text: readFileSync(path, 'utf8') }))
    .flatMap(({ statement, file }) => (file === null || /import type\s/.test(statement) ? [] : [file]));
  expect(imported.length).toBeGreaterThan(0);
  const isCopied = (file: string) => copied.some((path) => file === path || file.startsWith(`${path}/`));
  expect([...new Set(imported)].filter((file) => !isCopied(file))).toEqual([]);
});
