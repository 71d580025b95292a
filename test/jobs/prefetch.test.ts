import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Logger, type Runner, run } from 'graphile-worker';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EntityManager, type MikroORM, openDatabase } from '../../database/orm.ts';
import { openPool } from '../../database/pool.ts';
import { enqueue, QUEUE_SCHEMAS } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { prefetchJobs } from '../../jobs/runner/prefetch.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { waitFor } from '../support/wait-for.ts';

const PLACES = 2;
const IDS = ['a', 'b', 'c', 'd'];
let orm: MikroORM;
let em: EntityManager;
let pool: Pool;
let runners: Runner[] = [];
let complaints: string[] = [];
/** Lets the jobs of the busy runner end. */
let hurry = Promise.withResolvers<void>();

beforeAll(async () => {
  const { url } = await createTestDatabase();
  orm = await openDatabase(url);
  em = orm.em.fork();
  pool = openPool('queues', url, {}, { max: 8 });
});
afterAll(async () => {
  await pool.end();
  await orm.close();
});
beforeEach(async () => {
  runners = [];
  complaints = [];
  hurry = Promise.withResolvers();
  await sql`delete from laurel_renders._private_jobs`.execute(database(em));
  await enqueue(
    em,
    'render-certificate',
    IDS.map((certificateId) => ({ payload: { organisationId: 'o', certificateId } })),
  );
});
afterEach(async () => {
  hurry.resolve();
  await Promise.all(runners.map((runner) => runner.stop().catch(() => undefined)));
});

/** Starts a runner of renderings, each of which ends with `work`. */
async function start(work: (id: string) => Promise<void>, events = new EventEmitter()): Promise<Runner> {
  const runner = await run({
    pgPool: pool,
    schema: QUEUE_SCHEMAS.renders,
    concurrency: PLACES,
    events,
    noHandleSignals: true,
    pollInterval: 100,
    crontab: '',
    logger: new Logger(() => (level, message) => void (level === 'error' && complaints.push(message))),
    taskList: { 'render-certificate': (payload) => work((payload as { certificateId: string }).certificateId) },
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, localQueue: prefetchJobs(PLACES, events) } },
  });
  runners.push(runner);
  return runner;
}

/** Starts a runner with two unfinished jobs that holds further ones. */
async function startBusy(): Promise<Runner> {
  const events = new EventEmitter();
  const holding = new Promise<void>((resolve) => {
    events.on('localQueue:setMode', ({ newMode }) => newMode === 'WAITING' && resolve());
  });
  const runner = await start(() => hurry.promise, events);
  await holding;
  // The fetch itself has ended.
  await setImmediate();
  return runner;
}

const jobs = async () =>
  (
    await sql<{ id: string; attempts: number; isLocked: boolean }>`
      select payload->>'certificateId' as id, attempts, locked_by is not null as is_locked
      from laurel_renders._private_jobs order by 1`.execute(database(em))
  ).rows;

test('jobs held by a busy runner go to another one, even if none of its own jobs ends', async () => {
  await startBusy();
  const done: string[] = [];
  await start(async (id) => void done.push(id));
  await waitFor(
    'the other jobs',
    () => done,
    ({ length }) => length >= IDS.length - PLACES,
    { everyMs: 20 },
  );
  await waitFor('the deletion of done jobs', jobs, ({ length }) => length <= PLACES, { everyMs: 20 });
  expect(await jobs()).toMatchObject([
    { attempts: 1, isLocked: true },
    { attempts: 1, isLocked: true },
  ]);
});

test('a stopped runner immediately returns its held jobs with their attempts, and finishes its own', async () => {
  const runner = await startBusy();
  const stopped = runner.stop();
  const locked = async () => (await jobs()).filter(({ isLocked }) => isLocked);
  await waitFor('the return of held jobs', locked, ({ length }) => length <= PLACES, { everyMs: 20 });
  hurry.resolve();
  await stopped;
  expect(await jobs()).toMatchObject([
    { attempts: 0, isLocked: false },
    { attempts: 0, isLocked: false },
  ]);
  expect(complaints).toEqual([]);
});
