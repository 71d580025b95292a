import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../embedded-postgres/start.ts';
import { waitFor } from '../support/wait-for.ts';

let home: string;
/** Data directory with a database, from which tests copy. Creating one takes longer than most tests. */
const made = () => join(home, 'made');
let dataDir: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  // The space is part of the tests.
  home = await mkdtemp(join(tmpdir(), 'laurel embedded '));
  await chmod(home, 0o755);
  dataDir = made();
  await (await start()).stop();
});

afterAll(() => rm(home, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = await mkdtemp(join(home, 'data '));
  await chmod(dataDir, 0o755);
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  // Takes over the server that a failed test left running, and ends it.
  if (await isThere(pidFile())) await (await start()).stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Gives the test a database that was started before, with the original owner and modes of its files. */
const copyMade = () => promisify(execFile)('cp', ['-a', `${made()}/.`, dataDir]);

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined, settings: { fsync: 'off' } });

async function query(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

const pidFile = () => join(dataDir, 'postgres/postmaster.pid');
const postmasterPid = async () => Number((await readFile(pidFile(), 'utf8')).split('\n')[0]);

/** Starts the database in a separate process that prints the address and waits to be killed. */
async function startInChild(): Promise<{ child: ChildProcess; url: string }> {
  const module = new URL('../../embedded-postgres/start.ts', import.meta.url).href;
  const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const options = { dataDir: process.argv[1], log: () => undefined, settings: { fsync: 'off' } };
    console.log((await startEmbeddedPostgres(options)).url); setInterval(() => undefined, 1000);`;
  const args = ['--input-type=module', '--eval', script, dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, url };
}

/** Returns true if a process is running. An ended process that was not collected yet does not count. */
async function runs(pid: number): Promise<boolean> {
  if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '';
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await waitFor(
    `the end of process ${pid}`,
    () => runs(pid),
    (is) => !is,
    { everyMs: 10 },
  );
}

test('an empty directory becomes a UTF-8 database that accepts only its password', async () => {
  const { url, stop } = await start();
  expect(await query(url, 'SELECT current_database() || current_user')).toBe('laurellaurel');
  expect(await query(url, "SELECT lower('ÀÉ') || current_setting('server_encoding')")).toBe('àéUTF8');
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  await stop();
});

test('a second start shares the server, and its stop leaves the server to the first', async () => {
  await copyMade();
  const first = await startInChild();
  const second = await start();
  const third = await start();
  expect(second.url).toBe(first.url);
  await second.stop();
  await third.stop();
  expect(await query(first.url, 'SELECT 1')).toBe(1);
});

test('two concurrent starts on an empty directory create one server', async () => {
  const [inChild, ...here] = await Promise.all([startInChild(), start(), start()]);
  const own = await query(inChild.url, 'SELECT pg_postmaster_start_time()::text');
  for (const { url } of here) expect(await query(url, 'SELECT pg_postmaster_start_time()::text')).toBe(own);
  for (const { stop } of here) await stop();
});

test('stop leaves no process or unfinished file, and the next start keeps the data and the port', async () => {
  await copyMade();
  const first = await start();
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS value');
  const pid = await postmasterPid();
  const workers = String(await query(first.url, "SELECT string_agg(pid::text, ',') FROM pg_stat_activity")).split(',');
  await first.stop();
  for (const left of [pid, ...workers.map(Number)]) expect(await runs(left)).toBe(false);
  await expect(access(pidFile())).rejects.toThrow('ENOENT');
  expect((await readdir(dataDir)).filter((name) => name.includes('unfinished'))).toEqual([]);
  const second = await start();
  expect(await query(second.url, 'SELECT value FROM kept')).toBe(42);
  expect(second.url).toBe(first.url);
  await second.stop();
});

test('the server outlives the kill -9 of its owner; the next start takes it over, and its stop ends the server', async () => {
  await copyMade();
  const { child, url } = await startInChild();
  const [pid, startTime] = [await postmasterPid(), await query(url, 'SELECT pg_postmaster_start_time()::text')];
  child.kill('SIGKILL');
  await once(child, 'exit');
  const next = await start();
  expect(await query(next.url, 'SELECT pg_postmaster_start_time()::text')).toBe(startTime);
  await next.stop();
  expect(await runs(pid)).toBe(false);
});

test('committed data survive the kill -9 of the server', async () => {
  await copyMade();
  const killed = await start();
  await query(killed.url, 'CREATE TABLE kept AS SELECT 42 AS value');
  await kill(await postmasterPid());
  const next = await start();
  expect(await query(next.url, 'SELECT value FROM kept')).toBe(42);
  await next.stop();
  // This process holds the server's lock, and would keep the server running.
  await killed.stop();
});

test.each(['another program', 'nobody', 'nothing'])(
  'a pid file and a lock of the socket that name %s do not prevent a start',
  async (named) => {
    await copyMade();
    const killed = await start();
    const pid = await postmasterPid();
    await kill(pid);
    await killed.stop();
    const stale = await readFile(pidFile(), 'utf8');
    const lines = stale.split('\n').slice(1);
    // PostgreSQL ignores a process of another user.
    const { uid, gid } = await stat(join(dataDir, 'postgres'));
    const other = spawn('sleep', ['60'], { uid, gid });
    children.push(other);
    const content = { 'another program': [other.pid, ...lines].join('\n'), nobody: stale, nothing: '' }[named] ?? stale;
    await writeFile(pidFile(), content);
    await writeFile(join(dataDir, `postgres/.s.PGSQL.${lines[2]}.lock`), content);
    const next = await start();
    expect(await query(next.url, 'SELECT 1')).toBe(1);
    await next.stop();
  },
);

test('the server is reached by its socket, or by TCP where there can be none', async () => {
  await copyMade();
  const short = await start();
  expect(await query(short.url, 'SELECT inet_client_addr()')).toBeNull();
  await short.stop();
  // Stands for a file system without sockets.
  const { port } = new URL(short.url);
  await mkdir(join(dataDir, `postgres/.s.PGSQL.${port}`));
  const without = await start();
  expect(await query(without.url, 'SELECT inet_client_addr()')).toBe('127.0.0.1');
  await without.stop();
  const moved = join(dataDir, 'a folder that its owner gave a long name, as people do on shared drives');
  await mkdir(moved, { mode: 0o755 });
  await rename(join(dataDir, 'postgres'), join(moved, 'postgres'));
  dataDir = moved;
  const long = await start();
  expect(await query(long.url, 'SELECT inet_client_addr()')).toBe('127.0.0.1');
  await long.stop();
});

test('a lost password causes a one-line error that names the file', async () => {
  await copyMade();
  await rm(join(dataDir, 'postgres/laurel.json'));
  await expect(start()).rejects.toThrow(/^The embedded database's password cannot be read from .*laurel\.json.*$/);
});
