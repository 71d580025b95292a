import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EntityManager, type MikroORM, openDatabase } from '../../database/orm.ts';
import { enqueue, nextRunAt, releaseJobsOfDeadWorkers } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { createTestDatabase } from '../support/postgres.ts';

const QUEUE = 'laurel_renders._private_jobs';
const payload = { organisationId: 'o', certificateId: 'c' };
let orm: MikroORM;
let em: EntityManager;
beforeAll(async () => {
  orm = await openDatabase((await createTestDatabase()).url);
  em = orm.em.fork();
});
afterAll(() => orm.close());
beforeEach(() => run(`delete from ${QUEUE}`));

const run = async (statement: string) => (await sql.raw<{ count: number }>(statement).execute(database(em))).rows;
const queued = async (where = 'true') => (await run(`select count(*) from ${QUEUE} where ${where}`))[0]?.count;

test('queues a job only if its transaction commits', async () => {
  const work = em.transactional(async (transaction) => {
    await enqueue(transaction, 'render-certificate', [{ payload }, { payload }]);
    throw new Error('rolled back');
  });
  await expect(work).rejects.toThrow('rolled back');
  expect(await queued()).toBe(0);
  await em.transactional((transaction) => enqueue(transaction, 'render-certificate', [{ payload }, { payload }]));
  expect(await queued()).toBe(2);
});

test('an added job does not read all waiting ones', async () => {
  await em.transactional(async (transaction) => {
    // PostgreSQL plans with the present size a few times, and then keeps a plan.
    for (let times = 0; times < 10; times++) await enqueue(transaction, 'render-certificate', [{ payload }]);
    const scans = sql<{ count: number }>`select seq_scan as count from pg_stat_xact_user_tables
      where schemaname || '.' || relname = ${QUEUE}`;
    const before = (await scans.execute(database(transaction))).rows;
    await enqueue(transaction, 'render-certificate', [{ payload }]);
    expect((await scans.execute(database(transaction))).rows).toEqual(before);
  });
});

test('a job has spare attempts after those of its task, for the task to clean up', async () => {
  await enqueue(em, 'render-certificate', [{ payload }]);
  expect(await queued('max_attempts > 10')).toBe(1);
});

test('the next run of a priority ignores other priorities and locked jobs', async () => {
  const at = (year: number) => new Date(Date.UTC(year, 0, 1));
  await enqueue(em, 'render-certificate', [
    { payload, priority: 10, runAt: at(2001) },
    { payload, priority: 10, runAt: at(2003) },
    { payload, priority: 0, runAt: at(2000) },
  ]);
  expect(await nextRunAt(em, 'renders', 10)).toEqual(at(2001));
  await run(`update ${QUEUE} set locked_at = now() where priority = 10 and run_at = '2001-01-01Z'`);
  expect(await nextRunAt(em, 'renders', 10)).toEqual(at(2003));
  expect(await nextRunAt(em, 'renders', 5)).toBeNull();
});

test.each([
  { worker: 'without a heartbeat', beat: null, locked: '1 minute', isReleased: true },
  { worker: 'with an old heartbeat', beat: '1 minute', locked: '1 minute', isReleased: true },
  { worker: 'with a fresh heartbeat', beat: '1 second', locked: '1 minute', isReleased: false },
  { worker: 'that has just locked it', beat: null, locked: '1 second', isReleased: false },
])('a job of a worker $worker is released: $isReleased', async ({ beat, locked, isReleased }) => {
  await enqueue(em, 'render-certificate', [{ payload }]);
  await run(`update ${QUEUE} set locked_by = 'w', locked_at = now() - interval '${locked}'`);
  await run('delete from worker_heartbeats');
  if (beat) await run(`insert into worker_heartbeats values ('w', 'renders', now() - interval '${beat}')`);
  await releaseJobsOfDeadWorkers(em, 'renders', 15);
  expect(await queued('locked_by is null')).toBe(isReleased ? 1 : 0);
});
