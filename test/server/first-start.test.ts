import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '../../embedded-postgres/start.ts';
import { run } from '../support/command.ts';
import { Laurel } from '../support/laurel.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { BARE, renderProcesses } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

/** Starts the product with a data directory. Returns its output on stdout. */
function start(dataDir: string) {
  const server = spawn(process.execPath, ['server/main.ts'], {
    env: { ...BARE, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  let output = '';
  server.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const isSaid = async (text: RegExp) => {
    const read = () => {
      if (server.exitCode !== null || server.signalCode !== null) throw new Error(`the server ended: ${output}`);
      return output;
    };
    await waitFor(String(text), read, (said) => text.test(said), { everyMs: 20 });
  };
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal);
    await ended;
  };
  onTestFinished(() => end('SIGKILL'));
  return { pid: server.pid ?? 0, isSaid, end, output: () => output };
}

const LOGIN = /Sign in as +(\S+) with the password (\S+)/;

test('only one of two concurrent first starts creates the demo and shows the login', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-first-start-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const both = [start(dataDir), start(dataDir)];
  await Promise.all(both.map(({ isSaid }) => isSaid(/is ready at/)));
  expect(both.filter(({ output }) => LOGIN.test(output()))).toHaveLength(1);
  for (const { end } of both) await end('SIGINT');
});

test('the login and the key are shown at the next start after an interrupted first one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-first-start-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    const interrupted = start(dataDir);
    // One process is for certificates, and the other checks the demo's designs.
    await waitFor(
      'two render processes',
      () => renderProcesses(interrupted.pid),
      ({ length }) => length >= 2 || /is ready at/.test(interrupted.output()),
      { everyMs: 5 },
    );
    await interrupted.end(signal);
    expect(interrupted.output()).not.toMatch(LOGIN);
  }
  const complete = start(dataDir);
  await complete.isSaid(/is ready at/);
  const output = complete.output();
  const [, url] = /is ready at (\S+)/.exec(output) ?? [];
  const [, email, password] = LOGIN.exec(output) ?? [];
  const signedIn = await fetch(`${url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: `${url}` },
    body: JSON.stringify({ email, password }),
  });
  expect(signedIn.status).toBe(200);
  const [, key] = /API key +(\S+)/.exec(output) ?? [];
  const credits = await fetch(`${url}/api/v1/credits`, { headers: { Authorization: `Bearer ${key}` } });
  expect(credits.status).toBe(200);
  await complete.end('SIGINT');
});

const REFUSAL =
  'the database was made by a development version, which no release reads: begin with an empty database, or another DATA_DIR';

/** Gives the database the migrations of a development version. */
async function makeOutdated(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("update laurel_migrations set name = 'Migration' || id");
  await client.end();
}

test('a database of a development version stops the server and commands with one line', async () => {
  const { url } = await createTestDatabase();
  await makeOutdated(url);
  const settings = { ...(await Laurel.shared()).operatorEnvironment(), DATABASE_URL: url, PORT: '0' };
  expect(await run('server/main.ts', [], settings)).toEqual({ code: 1, out: '', err: `laurel: ${REFUSAL}\n` });
  expect(await run('server/cli/main.ts', ['migrate'], settings)).toEqual({
    code: 1,
    out: '',
    err: `laurel: ${REFUSAL}\n`,
  });
});

test('a data directory of a development version stops the server with one line', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-first-start-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const settings = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' };
  expect(await run('server/cli/main.ts', ['migrate'], settings)).toMatchObject({ code: 0 });
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await makeOutdated(postgres.url);
  await postgres.stop();
  expect(await run('server/main.ts', [], settings)).toEqual({ code: 1, out: '', err: `laurel: ${REFUSAL}\n` });
});
