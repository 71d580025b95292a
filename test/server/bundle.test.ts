import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { SERVER_FOLDERS } from '../../scripts/build.ts';
import { childModule } from '../../server/bundle.ts';

const modules = async (): Promise<Record<string, string>> =>
  JSON.parse(await readFile('server/dist/modules.json', 'utf8'));

test('a change of any module of the bundle builds it again', async () => {
  const folders = new Set(Object.keys(await modules()).map((path) => path.split('/')[0]));
  expect([...folders].filter((folder) => !SERVER_FOLDERS.includes(folder as 'server'))).toEqual([]);
});

test('render processes run the bundle, and their sources once these differ from it', async () => {
  expect(childModule().pathname).toMatch(/\/server\/dist\/child\.js$/);

  const root = await copyOfBundle();
  const chosen = async (run: number) => {
    const copy: typeof import('../../server/bundle.ts') = await import(
      `${pathToFileURL(join(root, 'server/bundle.ts'))}?${run}`
    );
    return copy.childModule().href.slice(pathToFileURL(root).href.length);
  };
  expect(await chosen(1)).toBe('/server/dist/child.js');
  await appendFile(join(root, 'server/bundle.ts'), '\nexport const changed = true;');
  expect(await chosen(2)).toBe('/server/adapters/rendering/child.ts');
});

test('the bundle of the server refuses to start once the sources differ from it', async () => {
  const root = await copyOfBundle();
  const start = () =>
    promisify(execFile)(process.execPath, [join(root, 'server/dist/main.js')], { env: { PORT: 'none' } });
  await expect(start()).rejects.toMatchObject({ stderr: expect.stringContaining('PORT') });
  await appendFile(join(root, 'server/bundle.ts'), '\nexport const changed = true;');
  await expect(start()).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'laurel: server/dist is not built from these sources: run npm run prestart\n',
  });
});

/** Copies the bundle and the modules that it lists, with the packages as a link. */
async function copyOfBundle(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'laurel-bundle-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const paths = ['package.json', ...Object.keys(await modules()).filter((path) => !path.startsWith('node_modules/'))];
  for (const path of paths) await cp(path, join(root, path));
  await cp('server/dist', join(root, 'server/dist'), { recursive: true });
  await symlink(resolve('node_modules'), join(root, 'node_modules'));
  return root;
}
