import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { SERVER_FOLDERS } from '../../scripts/build.ts';
import { childModule } from '../../server/adapters/rendering/built-child.ts';

const modules = async (): Promise<Record<string, string>> =>
  JSON.parse(await readFile('server/dist/modules.json', 'utf8'));

test('a change of any module of the bundle builds it again', async () => {
  const folders = new Set(Object.keys(await modules()).map((path) => path.split('/')[0]));
  expect([...folders].filter((folder) => !SERVER_FOLDERS.includes(folder as 'server'))).toEqual([]);
});

test('render processes run the bundle, and their sources once these differ from it', async () => {
  expect(childModule().pathname).toMatch(/\/server\/dist\/child\.js$/);

  const root = await mkdtemp(join(tmpdir(), 'laurel-bundle-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const program = join(root, 'server/adapters/rendering/built-child.ts');
  await mkdir(join(root, 'server/dist'), { recursive: true });
  await cp('server/adapters/rendering/built-child.ts', program);
  await writeFile(join(root, 'engine.ts'), 'export {};');
  const digest = createHash('sha256').update('export {};').digest('hex');
  await writeFile(join(root, 'server/dist/modules.json'), JSON.stringify({ 'engine.ts': digest }));
  const chosen = async (run: number) => {
    const copy: typeof import('../../server/adapters/rendering/built-child.ts') = await import(
      `${pathToFileURL(program)}?${run}`
    );
    return copy.childModule().href.slice(pathToFileURL(root).href.length);
  };
  expect(await chosen(1)).toBe('/server/dist/child.js');
  await writeFile(join(root, 'engine.ts'), 'export const changed = true;');
  expect(await chosen(2)).toBe('/server/adapters/rendering/child.ts');
});
