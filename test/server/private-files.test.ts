import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { command } from '../support/command.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { refusalHere } from '../support/installation.ts';
import { Laurel } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { BARE } from '../support/processes.ts';

const directory = await mkdtemp(join(tmpdir(), 'laurel-private-'));
atEndOfFile(() => rm(directory, { recursive: true }));

/** Returns everything in a directory, including itself, that other users can access. */
async function openTo(path: string): Promise<string[]> {
  const names = await readdir(path, { recursive: true });
  const paths = [path, ...names.map((name) => join(path, name))];
  const modes = await Promise.all(paths.map(async (one) => [one, (await stat(one)).mode & 0o777] as const));
  return modes.filter(([, mode]) => (mode & 0o077) !== 0).map(([one, mode]) => `${one} ${mode.toString(8)}`);
}

test('e-mails, stored files and secrets are private under any umask, even if other users could read them before', async () => {
  const [dataDir, storage] = [join(directory, 'data'), join(directory, 'files')];
  const older = [join(dataDir, 'outbox'), join(dataDir, 'secrets'), join(storage, 'organisation', 'id')];
  for (const path of older) {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'older'), 'x', { mode: 0o644 });
  }
  for (const path of [dataDir, storage, join(storage, 'organisation'), ...older]) await chmod(path, 0o755);
  for (const name of ['postgres.change.lock', 'postgres.use.lock'])
    await writeFile(join(dataDir, name), '', { mode: 0o644 });
  const before = process.umask(0);
  const laurel = await Laurel.start({ DATA_DIR: dataDir, STORAGE_URL: `file://${storage}` }, { isApart: true }).finally(
    () => process.umask(before),
  );
  const tenant = await laurel.tenant();
  const { id } = await laurel.issue(tenant);
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@x.example', 'owner'));
  const invited = await owner.members.invite.mutate({ email: 'guest@x.example', role: 'viewer' });
  expect(invited).toMatchObject({ isOutbox: true });
  await expect.poll(async () => (await readdir(join(dataDir, 'outbox')).catch(() => [])).length).toBe(1);
  const written = await readdir(directory, { recursive: true });
  expect(written.filter((name) => name.endsWith('.eml') || name.includes(id)).length).toBeGreaterThan(3);
  expect([...(await openTo(dataDir)), ...(await openTo(storage))]).toEqual([]);
});

test('a data directory that is not writable or cannot be created stops the server and commands with one line', async () => {
  const file = join(directory, 'a-file');
  await writeFile(file, '');
  // Root can write despite permissions, but no process can write to these.
  for (const DATA_DIR of [file, join(file, 'below'), '/sys/kernel']) {
    const line = `DATA_DIR: got ${JSON.stringify(DATA_DIR)}, must be a writable directory`;
    const settings = { DATABASE_URL: '', DATA_DIR };
    const { code, err } = await refusalHere({ ...settings, PORT: '0' });
    expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining(line)]]);
    expect(await command(['keys', 'list'], settings)).toMatchObject({ code: 1, err: expect.stringContaining(line) });
  }
});

test('the embedded database and its locks are private', async () => {
  const dataDir = join(directory, 'embedded');
  const commands = 'umask 0; "$0" server/cli/main.ts migrate && exec "$0" server/cli/main.ts keys list';
  const child = spawn('sh', ['-c', commands, process.execPath], {
    env: { ...BARE, DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.change.lock', 'postgres.use.lock', 'secrets']);
  expect(await openTo(dataDir)).toEqual([]);
});
