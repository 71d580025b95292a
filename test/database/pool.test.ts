import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withAcquireBudget } from '../../database/acquire-budget.ts';
import { openPool } from '../../database/pool.ts';
import { takeTurn } from '../../database/turns.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { waitFor } from '../support/wait-for.ts';

async function poolOfOne() {
  const { url } = await createTestDatabase();
  return openPool('main', url, {}, { max: 1 });
}

test("settings in DATABASE_URL override the product's own", async () => {
  const { url } = await createTestDatabase();
  const address = `${url}?application_name=of-the-address&statement_timeout=1234`;
  const pool = openPool('main', address, { statement_timeout: 30_000, lock_timeout: 2_000 }, { max: 1 });
  const { rows } = await pool.query(
    "select current_setting(name) as value from unnest(array['application_name', 'statement_timeout', 'lock_timeout']) name",
  );
  expect(rows.map(({ value }) => value)).toEqual(['of-the-address', '1234ms', '2s']);
  await pool.end();
});

test('a connection lost while in use releases its slot', async () => {
  const pool = await poolOfOne();
  const client = await pool.connect();
  await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  const answer = pool.query('select 1').then(() => 'answered');
  expect(await Promise.race([answer, sleep(20_000, 'waits')])).toBe('answered');
  await pool.end();
});

test('a connection lost while idle is replaced, and the process continues', async () => {
  const pool = await poolOfOne();
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const other = await poolOfOne();
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await other.end();
  await waitFor(
    'the end of the connection',
    () => pool.totalCount,
    (count) => count === 0,
    { everyMs: 20 },
  );
  expect((await pool.query('select 1')).rowCount).toBe(1);
  await pool.end();
});

test('a request waits some seconds for a connection or a turn; a later one serves others', async () => {
  const held = Promise.withResolvers<void>();
  const turns = [1, 2].map(() => takeTurn('held', () => held.promise));
  const late = [1, 2].map(() =>
    withAcquireBudget(() => takeTurn('held', async () => 'ran')).catch((error: Error) => error.message),
  );
  const pool = await poolOfOne();
  const client = await pool.connect();
  const waiting = withAcquireBudget(() => pool.connect());
  const failure = waiting.then(() => 'connected').catch((error: Error) => error.message);
  expect(await Promise.race([failure, sleep(20_000, 'waits')])).toBe('timeout exceeded when trying to connect');
  client.release();
  const answer = pool.query('select 1').then(() => 'answered');
  expect(await Promise.race([answer, sleep(20_000, 'waits')])).toBe('answered');
  const refusal = 'timeout exceeded when trying to connect';
  expect(await Promise.race([Promise.all(late), sleep(20_000, 'wait')])).toEqual([refusal, refusal]);
  held.resolve();
  await Promise.all(turns);
  const next = withAcquireBudget(() => takeTurn('held', async () => 'ran'));
  expect(await next.catch((error: Error) => error.message)).toBe('ran');
  await pool.end();
});
