import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { breachesOf, Postgres } from '../support/crash.ts';
import { figure, scale, timing } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Load } from '../support/load.ts';
import { waitFor } from '../support/wait-for.ts';

const untilReady = (laurel: Laurel, status: number) =>
  waitFor(
    `status ${status} of /ready`,
    async () => (await fetch(`${laurel.url}/ready`)).status,
    (now) => now === status,
    {
      everyMs: 20,
    },
  );

/** Makes the database read-only, even for open sessions, as a managed server does with a nearly full disk. */
async function setReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`alter system set default_transaction_read_only = ${isReadOnly}`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

test('while PostgreSQL crashes, restarts and is read-only under load, calls get only 503, recovery takes 10 s, and nothing acknowledged is lost', async () => {
  const postgres = await Postgres.start();
  try {
    const laurel = await Laurel.start({ DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' });
    const tenant = await laurel.tenant({ credits: 100_000 });
    const load = await Load.start(laurel, tenant);
    await load.succeed(5);
    const rounds = scale(2, 20);
    let slowest = 0;
    for (let round = 0; round < rounds; round++) {
      // The last one is an orderly restart.
      await (round === rounds - 1 ? postgres.stop() : postgres.crash());
      const away = await fetch(`${laurel.url}/ready`);
      expect([away.status, await away.json()]).toMatchObject([503, { reason: 'the database does not answer' }]);
      expect((await fetch(`${laurel.url}/health`)).status).toBe(200);
      // Outages of several lengths.
      await sleep((round * 500) % 3000);
      await postgres.startAgain();
      const back = performance.now();
      await untilReady(laurel, 200);
      await load.succeed(3);
      slowest = Math.max(slowest, performance.now() - back);
    }
    await setReadOnly(postgres.url, true);
    await untilReady(laurel, 503);
    expect(await (await fetch(`${laurel.url}/ready`)).json()).toMatchObject({ reason: 'the database is read-only' });
    await load.fail(5);
    await setReadOnly(postgres.url, false);
    await load.succeed(3);
    expect((await fetch(`${laurel.url}/ready`)).status).toBe(200);
    await load.stop();
    figure({
      fault: 'F3',
      what: 'answers other than success and 503',
      measured: load.unexpected().join(', '),
      wanted: '',
    });
    const seconds = (milliseconds: number) => Math.round(milliseconds / 100) / 10;
    timing({ fault: 'F3', what: 'healthy after a crash', measured: seconds(slowest), wanted: 10, unit: 's' });
    timing({ fault: 'F3', what: 'longest answer', measured: seconds(load.longestMs), wanted: 10, unit: 's' });
    let lost = 0;
    for (const id of load.acknowledged) {
      const { renderStatus } = await laurel.rendered(tenant.key, id);
      if (renderStatus !== 'COMPLETED') lost++;
    }
    const count = load.acknowledged.length;
    figure({ fault: 'F3', what: `lost of ${count} acknowledged, ${rounds} crashes`, measured: lost, wanted: 0 });
    expect(await breachesOf(laurel)).toEqual([]);
    await laurel.stop();
    await laurel.installation.close();
  } finally {
    await postgres.remove();
  }
}, 1_800_000);

test('a locked table or a lack of connections causes 503 within 5 s, and has no lasting effect', async () => {
  const laurel = await Laurel.start({ LOG_LEVEL: 'silent' });
  const tenant = await laurel.tenant({ credits: 1000 });
  const { key, templateId } = tenant;
  const { verificationHash } = await laurel.issue(tenant);
  const blocker = new pg.Client({ connectionString: laurel.databaseUrl });
  await blocker.connect();
  const lock = (table: string) => blocker.query(`begin; lock table ${table} in access exclusive mode`);
  let slowest = 0;
  const ask = async (path: string, body?: unknown) => {
    const asked = performance.now();
    const { status } = await laurel.call(path, { key, body });
    slowest = Math.max(slowest, performance.now() - asked);
    return status;
  };
  const askAll = (dryRun: boolean) =>
    Promise.all(
      Array.from({ length: scale(30, 200) }, (_, index) =>
        index % 3 === 0
          ? ask(`/verify/${verificationHash}`)
          : ask('/certificates', { templateId, variables: VARIABLES, dryRun }),
      ),
    );
  // Each process counts on its own while the table is locked.
  await lock('rate_limits');
  expect(new Set(await askAll(true))).toEqual(new Set([200, 201]));
  await blocker.query('rollback');
  await lock('certificates');
  expect(new Set(await askAll(false))).toEqual(new Set([503]));
  await blocker.query('rollback');
  timing({ fault: 'F5', what: 'longest answer', measured: Math.round(slowest / 100) / 10, wanted: 5, unit: 's' });
  await blocker.end();
  expect(await laurel.issue(tenant)).toMatchObject({ renderStatus: 'COMPLETED' });
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 998 });
  expect(await breachesOf(laurel)).toEqual([]);
});

test('creations that wait for the balance of one organisation leave connections to the others', async () => {
  const laurel = await Laurel.start({ LOG_LEVEL: 'silent', ROLE: 'api' });
  const [blocked, other] = [await laurel.tenant({ credits: 100 }), await laurel.tenant({ credits: 100 })];
  const answered: Tenant[] = [];
  const create = async (tenant: Tenant) => {
    const { key, templateId } = tenant;
    const { status } = await laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES } });
    answered.push(tenant);
    return status;
  };
  expect(await create(other)).toBe(201);
  const blocker = new pg.Client({ connectionString: laurel.databaseUrl });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select from credit_balances where organisation_id = $1 for update', [blocked.organisationId]);
  const waiting = Array.from({ length: 30 }, () => create(blocked));
  expect(await create(other)).toBe(201);
  expect(answered).toEqual([other, other]);
  await blocker.query('rollback');
  await blocker.end();
  const issued = (await Promise.all(waiting)).filter((status) => status === 201).length;
  expect(issued).toBeGreaterThan(0);
  expect((await laurel.call('/credits', { key: blocked.key })).body).toEqual({ balance: 100 - issued });
  expect(await breachesOf(laurel)).toEqual([]);
});
