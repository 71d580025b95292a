import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import { startEmbeddedPostgres } from '../../server/adapters/embedded-postgres/index.ts';
import { issueBatch, processed, reconcile } from '../support/batches.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';

test('SIGTERM in a batch: exit code 0 within 15 seconds, and the rest goes on after a restart', async () => {
  const laurel = await Laurel.start();
  const tenant = await laurel.tenant({ credits: 60 });
  const { batchId } = await issueBatch(laurel, tenant, 60, false);
  await processed(laurel, tenant.key, batchId, 10);
  const asked = Date.now();
  expect(await laurel.stop('SIGTERM')).toBe(0);
  expect(Date.now() - asked).toBeLessThan(15_000);
  await laurel.launch();
  expect(await laurel.completed(tenant.key, batchId)).toMatchObject({ processedCount: 60, failedCount: 0 });
  expect((await reconcile(laurel)).breaches).toEqual([]);
});

test('PostgreSQL restarts under load: only 503s meanwhile, healthy within 10 seconds, nothing acknowledged is lost', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-restart-'));
  const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined });
  let postgres = await start();
  try {
    await migrate(postgres.url);
    const laurel = await Laurel.start({ DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' });
    const tenant = await laurel.tenant({ credits: 100_000 });
    const load = startLoad(laurel, tenant);
    const answered = async () => {
      const before = load.acknowledged.length;
      while (load.acknowledged.length < before + 20) await sleep(20);
    };
    await answered();
    await postgres.stop();
    const away = await fetch(`${laurel.url}/ready`);
    expect([away.status, await away.json()]).toEqual([
      503,
      expect.objectContaining({ reason: 'the database does not answer' }),
    ]);
    expect((await fetch(`${laurel.url}/health`)).status).toBe(200);
    await sleep(2000);
    postgres = await start();
    const back = Date.now();
    while ((await fetch(`${laurel.url}/ready`)).status !== 200) await sleep(50);
    await answered();
    expect(Date.now() - back).toBeLessThan(10_000);
    await load.stop();
    expect([...load.statuses].sort()).toEqual([201, 503]);
    for (const id of load.acknowledged) {
      expect(await laurel.rendered(tenant.key, id)).toMatchObject({ renderStatus: 'COMPLETED' });
    }
    expect((await reconcile(laurel)).breaches).toEqual([]);
    await laurel.stop();
    await laurel.installation.close();
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  }
}, 180_000);

/** Issues certificates from four callers at once, and keeps what the product acknowledged. */
function startLoad(laurel: Laurel, { key, templateId }: Tenant) {
  const [acknowledged, statuses] = [[] as string[], new Set<number>()];
  let stopped = false;
  const caller = async () => {
    while (!stopped) {
      const { status, body } = await laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES } });
      statuses.add(status);
      if (status === 201) acknowledged.push(body.id);
      await sleep(status === 201 ? 100 : 20);
    }
  };
  const callers = Promise.all(Array.from({ length: 4 }, caller));
  const stop = async () => {
    stopped = true;
    await callers;
  };
  return { acknowledged, statuses, stop };
}
