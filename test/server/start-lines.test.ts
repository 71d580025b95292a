import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { SERVER_FOLDERS } from '../../scripts/build.ts';
import { run } from '../support/command.ts';
import { BARE } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

async function temporary(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'laurel-start-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

test('a taken port ends the start with one line and its remedy, and leaves the data usable', async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  const settings = { DATA_DIR: await temporary(), PORT: String(port), LOG_LEVEL: 'warn' };
  expect(await run('server/main.ts', [], settings)).toEqual({
    code: 1,
    out: '',
    err: `laurel: PORT: got ${port}, which can't be listened on at HOST 127.0.0.1 (EADDRINUSE): another program listens there, perhaps another Laurel. Stop it, or set PORT\n`,
  });
  expect(await run('server/cli/main.ts', ['organisation', 'list'], settings)).toMatchObject({ code: 1 });
  expect(await run('server/cli/main.ts', ['migrate'], settings)).toMatchObject({ code: 0 });
});

test.each(['server/main.ts', 'server/cli/main.ts'])(
  '%s reports an unusable database directory in one line',
  async (program) => {
    const DATA_DIR = await temporary();
    const file = join(DATA_DIR, 'postgres/laurel.json');
    await mkdir(join(DATA_DIR, 'postgres'));
    await writeFile(join(DATA_DIR, 'postgres/PG_VERSION'), '18\n');
    await writeFile(file, 'not JSON');
    const args = program.endsWith('cli/main.ts') ? ['migrate'] : [];
    expect(await run(program, args, { DATA_DIR, PORT: '0' })).toEqual({
      code: 1,
      out: '',
      err: `laurel: The embedded database's password cannot be read from ${file}: restore that file\n`,
    });
  },
);

test('without packages, any Node names the command that installs them', async () => {
  const directory = await temporary();
  await mkdir(join(directory, 'scripts'));
  const script = 'scripts/require-packages.mjs';
  await cp(script, join(directory, script));
  const err = 'laurel: packages are missing: run npm ci first\n';
  expect(await run(join(directory, script), [], {})).toEqual({ code: 1, out: '', err });
  expect(await run(script, [], {})).toEqual({ code: 0, out: '', err: '' });
});

/** Sources that a build reads. The packages are shared. */
const SOURCES = [
  ...SERVER_FOLDERS,
  'dashboard',
  'verifier',
  'scripts',
  'samples',
  'messages',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** Copies the sources of the dashboard without what is built from them. */
async function unbuiltCheckout(): Promise<string> {
  const directory = await temporary();
  for (const path of SOURCES)
    await cp(path, join(directory, path), { recursive: true, filter: (from) => !/\/dist(\.\w+)?$/.test(from) });
  await symlink(resolve('node_modules'), join(directory, 'node_modules'));
  return directory;
}

/** Starts the first step of `npm start`. */
function build(checkout: string, options: { uid?: number; gid?: number } = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, ['scripts/build.ts'], {
    cwd: checkout,
    env: BARE,
    stdio: 'pipe',
    ...options,
  });
  const ended = once(child, 'exit');
  const said: { text: string; firstAfterMs: number } = { text: '', firstAfterMs: Number.POSITIVE_INFINITY };
  const collect = (chunk: Buffer) => {
    said.firstAfterMs = Math.min(said.firstAfterMs, performance.now() - started);
    said.text += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  onTestFinished(() => void child.kill('SIGKILL'));
  const says = (text: RegExp) =>
    waitFor(
      String(text),
      () => said.text,
      (all) => text.test(all),
      { everyMs: 20 },
    );
  const end = async () => (await ended)[0];
  return { child, said, says, end };
}

test('a checkout without packages is said in one line', async () => {
  const checkout = await unbuiltCheckout();
  await rm(join(checkout, 'node_modules'));
  const missing = build(checkout);
  expect(await missing.end()).toBe(1);
  expect(missing.said.text).toMatch(
    /\nlaurel: the dashboard can't be built: packages are missing: run npm ci, with dev dependencies\n$/,
  );
});

test('npm start says a taken port and a wrong setting before it builds the dashboard', async () => {
  const cwd = await unbuiltCheckout();
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  onTestFinished(() => void other.close());
  const PORT = String((other.address() as { port: number }).port);
  const start = async (settings: Record<string, string>) => {
    const child = spawn('npm', ['start'], { cwd, env: { ...BARE, ...settings }, stdio: 'pipe', detached: true });
    onTestFinished(() => void (child.exitCode === null && process.kill(-(child.pid ?? 0), 'SIGKILL')));
    const [[code], err] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    return [code, err];
  };
  expect(await start({ PORT })).toEqual([
    1,
    expect.stringMatching(/^laurel: PORT: got \d+, which can't be listened on/),
  ]);
  expect(await start({ PORT: 'x' })).toEqual([1, expect.stringMatching(/^laurel: PORT: got "x", must be 0 to 65535/)]);
  expect(await readdir(join(cwd, 'dashboard'))).not.toContain('dist');
});

test('an interrupted build of the dashboard is said and begun again, and two starts build it once', async () => {
  const checkout = await unbuiltCheckout();
  const interrupted = build(checkout);
  await interrupted.says(/the dashboard: compiling/);
  expect(interrupted.said.firstAfterMs).toBeLessThan(2_000);
  interrupted.child.kill('SIGINT');
  expect(await interrupted.end()).toBe(130);
  expect(interrupted.said.text).toMatch(
    /\nlaurel: stopped before the dashboard was built: the next start builds it\n$/,
  );

  const both = [build(checkout), build(checkout)];
  expect(await Promise.all(both.map(({ end }) => end()))).toEqual([0, 0]);
  const texts = both.map(({ said }) => said.text);
  expect(texts.filter((text) => /the dashboard: built in \d+ s/.test(text))).toHaveLength(1);
  expect(texts.filter((text) => text.includes('Another start builds it at the moment'))).toHaveLength(1);
  expect((await readdir(join(checkout, 'dashboard'))).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  const files = await readdir(join(checkout, 'dashboard/dist/assets'));
  expect(files.filter((name) => name.endsWith('.br')).length).toBeGreaterThan(10);
  expect(await readFile(join(checkout, 'dashboard/dist/index.en.html'), 'utf8')).toContain('<script');

  const later = build(checkout);
  expect(await later.end()).toBe(0);
  expect(later.said.text).toMatch(/^Laurel [\d.]+ starts\n$/);

  // Another user than the owner: what is built is used, and nothing else can be built.
  const isRoot = process.getuid?.() === 0;
  const other = isRoot ? { uid: 65534, gid: 65534 } : {};
  await chmod(checkout, 0o755);
  if (!isRoot) await chmod(join(checkout, 'dashboard'), 0o555);
  const foreign = build(checkout, other);
  expect([await foreign.end(), foreign.said.text]).toEqual([0, later.said.text]);
  if (!isRoot) await chmod(join(checkout, 'dashboard'), 0o755);
  await writeFile(join(checkout, 'dashboard/new.ts'), '');
  if (!isRoot) await chmod(join(checkout, 'dashboard'), 0o555);
  const refused = build(checkout, other);
  expect(await refused.end()).toBe(1);
  expect(refused.said.text).toMatch(
    /\nlaurel: the dashboard can't be built: \S+ is not writable for this user: run npm start once as its owner\n$/,
  );
  if (!isRoot) await chmod(join(checkout, 'dashboard'), 0o755);
}, 180_000);
