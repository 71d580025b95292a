import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MikroORM, openDatabase } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../../domain/context.ts';
import { startHeartbeat } from '../../jobs/runner/heartbeat.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { waitFor } from '../support/wait-for.ts';

let orm: MikroORM;
beforeAll(async () => {
  orm = await openDatabase((await createTestDatabase()).url);
});
afterAll(() => orm.close());

test('a heartbeat is renewed, ends with its worker, and is deleted long after the worker died', async () => {
  const em = () => orm.em.fork();
  const minutesAgo = (minutes: number) => sql<Date>`now() - make_interval(mins => ${minutes})`;
  await database(em())
    .insertInto('worker_heartbeats')
    .values([
      { workerId: 'own', queue: 'renders', beatAt: minutesAgo(120) },
      { workerId: 'dead', queue: 'renders', beatAt: minutesAgo(120) },
      { workerId: 'silent', queue: 'renders', beatAt: minutesAgo(30) },
    ])
    .execute();
  const errors: unknown[] = [];
  const stop = startHeartbeat({ em, now: () => new Date() } as Services, 'renders', 'own', (error) =>
    errors.push(error),
  );
  const workers = () => database(em()).selectFrom('worker_heartbeats').select(['workerId', 'beatAt']).execute();
  const ids = async () => (await workers()).map(({ workerId }) => workerId).sort();
  await waitFor('the deletion of a dead worker', ids, (workers) => !workers.includes('dead'));
  const own = (await workers()).find(({ workerId }) => workerId === 'own');
  expect(Date.now() - (own?.beatAt.getTime() ?? 0)).toBeLessThan(60_000);
  await stop();
  expect(await ids()).toEqual(['silent']);
  expect(errors).toEqual([]);
});
