import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import { database } from '../../database/queue.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { startEmbeddedPostgres } from '../../server/adapters/embedded-postgres/index.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { Receiver } from '../support/receiver.ts';

const reconcile = async (laurel: Laurel) => {
  const env = { PATH: process.env.PATH, ...laurel.operatorEnvironment() };
  const { stdout } = await promisify(execFile)(process.execPath, ['server/cli/main.ts', 'reconcile'], { env });
  return JSON.parse(stdout) as { breaches: unknown[]; uncertainEmails: { certificateId: string }[] };
};

const addressOf = (index: number) => `recipient-${index}@example.org`;

async function issueBatch(laurel: Laurel, { key, templateId }: Tenant, count: number, sendEmail: boolean) {
  const recipients = Array.from({ length: count }, (_, index) => ({
    variables: { ...VARIABLES, name: `Recipient ${index}` },
    recipientEmail: addressOf(index),
  }));
  const { body } = await laurel.call('/batches', { key, body: { templateId, recipients, sendEmail } });
  return body as { batchId: string; certificates: { id: string; recipientName: string }[] };
}

async function processed(laurel: Laurel, key: string, batchId: string, atLeast: number): Promise<void> {
  for (;;) {
    const { body } = await laurel.call(`/batches/${batchId}`, { key });
    if (body.processedCount >= atLeast) return;
    await sleep(50);
  }
}

test('three kills in a batch of 300: all is rendered, paid, told and sent once, and goes on within 30 seconds', async () => {
  const mailbox = await Mailbox.start();
  const receiver = await Receiver.start();
  const laurel = await Laurel.start({ SMTP_URL: mailbox.url });
  const tenant = await laurel.tenant({ credits: 301 });
  const { key } = tenant;
  const events = ['certificate.ready', 'batch.completed'] as const;
  await createWebhook(laurel.context(tenant), { name: 'all', url: receiver.url, events: [...events] });
  const { batchId, certificates } = await issueBatch(laurel, tenant, 300, true);
  for (const count of [40, 100, 160]) {
    await processed(laurel, key, batchId, count);
    await laurel.stop('SIGKILL');
    await laurel.launch();
    const relaunched = Date.now();
    await processed(laurel, key, batchId, count + 20);
    expect(Date.now() - relaunched).toBeLessThan(30_000);
  }
  expect(await laurel.completed(key, batchId)).toMatchObject({ processedCount: 300, failedCount: 0 });
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 1 });

  const idsOf = (event: string) => new Set(receiver.of(event).map((received) => received.event.deliveryId));
  while (idsOf('certificate.ready').size < 300 || idsOf('batch.completed').size < 1) await sleep(50);
  const told = new Map(
    receiver.of('certificate.ready').map(({ event }) => [event.deliveryId, event.data.certificateId]),
  );
  expect(new Set(told.values())).toEqual(new Set(certificates.map(({ id }) => id)));

  const unsettled = sql`select from emails where organisation_id = ${tenant.organisationId}
    and status in ('QUEUED', 'SENDING')`;
  const db = database(laurel.installation.services.em());
  while ((await unsettled.execute(db)).rows.length > 0) await sleep(200);
  const { breaches, uncertainEmails } = await reconcile(laurel);
  expect(breaches).toEqual([]);
  expect([told.size, idsOf('batch.completed').size]).toEqual([300, 1]);
  const mails = mailbox.mails.map(({ messageId }) => messageId);
  expect(new Set(mails).size).toBe(mails.length);
  const uncertain = new Set(uncertainEmails.map(({ certificateId }) => certificateId));
  const sent = new Set(mailbox.mails.flatMap(recipientsOf));
  const missing = certificates.filter(({ id }, index) => !uncertain.has(id) && !sent.has(addressOf(index)));
  expect(missing).toEqual([]);
}, 180_000);

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
