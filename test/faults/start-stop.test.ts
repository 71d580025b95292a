import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { processed } from '../support/batches.ts';
import { breachesOf, Postgres } from '../support/crash.ts';
import { figure, scale } from '../support/faults.ts';
import { freePort } from '../support/free-port.ts';
import { Laurel, VARIABLES } from '../support/laurel.ts';
import { BARE } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

/** Returns the first answer of a server that may not have its port yet. */
const answerOf = (url: string): Promise<Response> =>
  waitFor(
    'an answer',
    () => fetch(url).catch(() => null),
    (response) => response !== null,
    { everyMs: 20 },
  );

test('if the database is unavailable at the start, each request is answered, and service begins once it is available', async () => {
  const postgres = await Postgres.start();
  try {
    const PORT = String(await freePort());
    const laurel = await Laurel.start({ DATABASE_URL: postgres.url, PORT, LOG_LEVEL: 'silent' });
    const tenant = await laurel.tenant();
    await laurel.stop();
    await postgres.stop();
    const launched = laurel.launch();
    const url = `http://127.0.0.1:${PORT}`;
    const alive = await answerOf(`${url}/health`);
    expect([alive.status, await alive.json()]).toEqual([200, { status: 'alive', version: '0.1.0' }]);
    const reason = async () => (await fetch(`${url}/ready`)).text();
    await waitFor('the reason', reason, (text) => text.includes('the database does not answer'), { everyMs: 20 });
    expect((await fetch(`${url}/ready`)).status).toBe(503);
    const body = JSON.stringify({ templateId: tenant.templateId, variables: VARIABLES });
    for (const init of [{}, { method: 'POST', body }]) {
      const early = await fetch(`${url}/api/v1/certificates`, init);
      expect([early.status, early.headers.get('Retry-After')]).toEqual([503, '1']);
      expect(await early.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE', status: 503 } });
    }
    await postgres.startAgain();
    await launched;
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    expect(await laurel.issue(tenant)).toMatchObject({ renderStatus: 'COMPLETED' });
    await laurel.stop();
    await laurel.installation.close();
  } finally {
    await postgres.remove();
  }
}, 600_000);

test('SIGTERM during a batch: immediately not ready, each request is answered, exit code 0, and the batch continues after a restart', async () => {
  const laurel = await Laurel.start({}, { isApart: true });
  const { key, templateId } = await laurel.tenant({ credits: 60 });
  const recipients = Array.from({ length: 60 }, (_, index) => ({
    variables: { ...VARIABLES, name: `Recipient ${index}` },
  }));
  const { batchId } = (await laurel.call('/batches', { key, body: { templateId, recipients } })).body;
  await processed(laurel, key, batchId, 10);
  const lost: string[] = [];
  const reasons = new Set<string>();
  // As behind a load balancer, requests continue until /ready reports the stop.
  let hasStopped = false;
  const ask = async (path: string) => {
    while (reasons.size === 0 && !hasStopped) {
      try {
        const response = await fetch(`${laurel.url}${path}`, { headers: { Authorization: `Bearer ${key}` } });
        const { reason } = (await response.json()) as { reason: string };
        if (response.status >= 500) reasons.add(reason);
      } catch (error) {
        lost.push(String((error as Error).cause ?? error));
      }
    }
  };
  const asking = ['/ready', '/api/v1/credits', `/api/v1/batches/${batchId}`].map(ask);
  const asked = performance.now();
  expect(await laurel.stop('SIGTERM')).toBe(0);
  expect(performance.now() - asked).toBeLessThan(30_000);
  hasStopped = true;
  await Promise.all(asking);
  expect([...reasons]).toEqual(['the process stops']);
  figure({ fault: 'F33', what: 'requests without an answer during a stop', measured: lost.join(', '), wanted: '' });
  await laurel.launchHere();
  expect(await laurel.completed(key, batchId)).toMatchObject({ processedCount: 60, failedCount: 0 });
  expect(await breachesOf(laurel)).toEqual([]);
}, 600_000);

test('a worker is restarted automatically if its first fetch of jobs fails', async () => {
  const laurel = await Laurel.start({ LOG_LEVEL: 'info' }, { isApart: true });
  const tenant = await laurel.tenant();
  await laurel.stop();
  const db = database(laurel.installation.services.em());
  await sql`alter table laurel_renders._private_tasks rename to away`.execute(db);
  await laurel.launch();
  const isRestarted = (log: string) => /the worker of renders (did not start|ended unexpectedly)/.test(log);
  await waitFor('a failed fetch', () => laurel.logged, isRestarted);
  await sql`alter table laurel_renders.away rename to _private_tasks`.execute(db);
  expect(await laurel.issue(tenant)).toMatchObject({ renderStatus: 'COMPLETED' });
}, 60_000);

/** Starts the product and stops it after a time. Returns its complaints, or an empty text after an orderly end. */
async function stopAfter(milliseconds: number, environment: Record<string, string>): Promise<string> {
  const env = { ...BARE, PORT: '0', LOG_LEVEL: 'warn', ...environment };
  const child: ChildProcess = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = once(child, 'exit');
  await sleep(milliseconds);
  child.kill('SIGTERM');
  const [code, signal] = await ended;
  return code === 0 || signal === 'SIGTERM' ? errors : `exit ${code}: ${errors}`;
}

test('a stop at any time of a start ends with code 0, and leaves no message, server or lock', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-stopped-'));
  const moments = scale(3, 40);
  const complaints: string[] = [];
  try {
    for (let moment = 0; moment < moments; moment++) {
      complaints.push(await stopAfter((moment * 8000) / moments, { DATA_DIR: dataDir }));
      const isLeft = await access(join(dataDir, 'postgres/postmaster.pid')).then(
        () => true,
        () => false,
      );
      if (isLeft) complaints.push(`PostgreSQL was still running after stop ${moment}`);
    }
    const output = complaints.filter((line) => line !== '').join('\n');
    figure({ fault: 'F33', what: `complaints of ${moments} interrupted starts`, measured: output, wanted: '' });
  } finally {
    await rm(dataDir, { recursive: true });
  }
}, 600_000);
