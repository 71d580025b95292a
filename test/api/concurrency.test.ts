import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentTrace } from '../../database/queue.ts';
import { cleanUp } from '../../domain/maintenance/clean-up.ts';
import { failRendering } from '../../domain/rendering/fail.ts';
import { certificateRenderer } from '../../domain/rendering/render.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { pingWebhook } from '../../domain/webhooks/ping.ts';
import { listDeliveries } from '../../domain/webhooks/read.ts';
import { replayDelivery } from '../../domain/webhooks/replay.ts';
import { rotateSecret } from '../../domain/webhooks/rotate-secret.ts';
import { deleteWebhook } from '../../domain/webhooks/update.ts';
import { authenticate } from '../support/authentic.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Receiver } from '../support/receiver.ts';
import { statementsOf } from '../support/statements.ts';
import { waitFor } from '../support/wait-for.ts';

/** An API process without workers, so that jobs stay queued until the test runs them. */
let laurel: Laurel;
let db: pg.Client;
beforeAll(async () => {
  laurel = await Laurel.start({ ROLE: 'api' });
  db = new pg.Client({ connectionString: laurel.databaseUrl });
  await db.connect();
});
afterAll(() => db.end());

const issueBatch = async (
  { key, templateId }: Tenant,
  count: number,
): Promise<{ batchId: string; certificates: { id: string }[] }> => {
  const recipients = Array.from({ length: count }, () => ({ variables: VARIABLES }));
  return (await laurel.call('/batches', { key, body: { templateId, recipients } })).body;
};

/** Resolves once `sessions` sessions wait for locks. */
async function waiting(sessions: number): Promise<'waits'> {
  const watcher = new pg.Client({ connectionString: laurel.databaseUrl });
  await watcher.connect();
  const query = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const count = async () => (await watcher.query(query)).rowCount ?? 0;
  await waitFor(`${sessions} sessions that wait for locks`, count, (now) => now >= sessions, { everyMs: 20 });
  await watcher.end();
  return 'waits';
}

test('completes a certificate once if two workers finish its rendering together', async () => {
  const tenant = await laurel.tenant();
  const { organisationId, key } = tenant;
  const receiver = await Receiver.start();
  const context = laurel.context(tenant);
  const { id: webhookId } = await createWebhook(context, {
    name: 'test',
    url: receiver.url,
    events: ['certificate.ready', 'batch.completed'],
  });
  const { batchId, certificates } = await issueBatch(tenant, 1);
  const certificateId = certificates[0]?.id ?? '';
  const [worker, other] = [certificateRenderer(context), certificateRenderer(context)];
  const certificate = { organisationId, certificateId };
  await Promise.all([worker(certificate), worker(certificate), other(certificate)]);
  await worker(certificate);
  expect((await laurel.call(`/batches/${batchId}`, { key })).body).toMatchObject({
    status: 'COMPLETED',
    processedCount: 1,
  });
  const events = (await listDeliveries(context, { id: webhookId })).map(({ event }) => event);
  expect(events.sort()).toEqual(['batch.completed', 'certificate.ready']);
});

test('completes concurrent renderings in one transaction, each with its own seal, event and trace', async () => {
  const tenant = await laurel.tenant();
  const { organisationId, key } = tenant;
  const context = laurel.context(tenant);
  const events = ['certificate.ready', 'batch.completed'] as const;
  const { id } = await createWebhook(context, { name: 'test', url: 'https://example.org/', events: [...events] });
  const { batchId, certificates } = await issueBatch(tenant, 3);
  const allRendered = Promise.withResolvers<void>();
  let rendered = 0;
  const renderer: typeof context.renderer = {
    ...context.renderer,
    async render(request) {
      if (++rendered === 3) allRendered.resolve();
      await allRendered.promise;
      return context.renderer.render(request);
    },
  };
  const render = certificateRenderer({ ...context, renderer }, { most: 3, waitMs: 60_000 });
  const traceOf = (n: number) => `00-${String(n).padStart(32, '1')}-1111111111111111-01`;
  const statements = await statementsOf(() =>
    Promise.all(
      certificates.map(({ id: certificateId }, n) =>
        currentTrace.run(traceOf(n), () => render({ organisationId, certificateId })),
      ),
    ),
  );
  expect(statements.filter((text) => /^(begin|start transaction)/i.test(text))).toHaveLength(1);
  expect(statements.filter((text) => text.startsWith('insert into "files"'))).toHaveLength(1);
  expect((await laurel.call(`/batches/${batchId}`, { key })).body).toMatchObject({
    status: 'COMPLETED',
    processedCount: 3,
    failedCount: 0,
  });
  for (const certificate of certificates) {
    const { body } = await laurel.call(`/certificates/${certificate.id}`, { key });
    const verified = await laurel.call(`/verify/${body.verificationHash}`);
    expect(verified.body).toMatchObject({ valid: true, integrityVerified: true });
  }
  const deliveries = await listDeliveries(context, { id });
  expect(deliveries.map(({ event }) => event).sort()).toEqual([
    'batch.completed',
    ...Array(3).fill('certificate.ready'),
  ]);
  const jobs = await db.query<{ payload: { deliveryId: string; traceparent: string } }>(
    `select payload from laurel_webhooks._private_jobs where payload->>'organisationId' = $1`,
    [organisationId],
  );
  for (const { payload } of jobs.rows) {
    const { event, body = '' } = deliveries.find((delivery) => delivery.id === payload.deliveryId) ?? {};
    const n = certificates.findIndex((certificate) => certificate.id === JSON.parse(body).data.certificateId);
    if (event === 'certificate.ready') expect(payload.traceparent).toBe(traceOf(n));
  }
  expect(jobs.rows).toHaveLength(4);
});

test('a certificate that cannot be completed does not affect others in its group', async () => {
  const tenant = await laurel.tenant();
  const { organisationId, key } = tenant;
  const { batchId, certificates } = await issueBatch(tenant, 3);
  const [, refused = ''] = certificates.map(({ id }) => id);
  const render = certificateRenderer(laurel.context(tenant), { most: 3, waitMs: 60_000 });
  await db.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`);
  await db.query(
    `create trigger refuse before insert on seals for each row when (new.certificate_id = '${refused}') execute function refuse()`,
  );
  const ends = await Promise.allSettled(
    certificates.map(({ id: certificateId }) => render({ organisationId, certificateId })),
  );
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const statusOf = async ({ id }: { id: string }) =>
    (await laurel.call(`/certificates/${id}`, { key })).body.renderStatus;
  expect(await Promise.all(certificates.map(statusOf))).toEqual(['COMPLETED', 'RENDERING', 'COMPLETED']);
  expect((await laurel.call(`/batches/${batchId}`, { key })).body).toMatchObject({ processedCount: 2, failedCount: 0 });
  await db.query('drop trigger refuse on seals; drop function refuse');
  await render({ organisationId, certificateId: refused });
  expect((await laurel.call(`/batches/${batchId}`, { key })).body).toMatchObject({
    status: 'COMPLETED',
    processedCount: 3,
  });
});

test('a webhook deleted in the meantime does not prevent the completion of a certificate', async () => {
  const tenant = await laurel.tenant();
  const { organisationId, key } = tenant;
  const context = laurel.context(tenant);
  const { id } = await createWebhook(context, {
    name: 'test',
    url: 'https://example.org/',
    events: ['certificate.ready'],
  });
  const { certificates } = await issueBatch(tenant, 1);
  const certificateId = certificates[0]?.id ?? '';
  await db.query('begin');
  await db.query('lock table webhook_deliveries in share mode');
  const rendering = certificateRenderer(context)({ organisationId, certificateId });
  await waiting(1);
  const deleting = deleteWebhook(context, { id });
  await waiting(2);
  await db.query('commit');
  await Promise.all([rendering, deleting]);
  expect((await laurel.call(`/certificates/${certificateId}`, { key })).body.renderStatus).toBe('COMPLETED');
});

test('giving up a rendering changes nothing after another worker completed it or gave it up', async () => {
  const tenant = await laurel.tenant({ credits: 10 });
  const { organisationId, key } = tenant;
  const context = laurel.context(tenant);
  const { batchId, certificates } = await issueBatch(tenant, 2);
  const [completed = '', failed = ''] = certificates.map(({ id }) => id);
  await certificateRenderer(context)({ organisationId, certificateId: completed });
  for (const certificateId of [completed, failed, failed])
    await failRendering(context, { organisationId, certificateId });
  const statusOf = async (id: string) => (await laurel.call(`/certificates/${id}`, { key })).body.renderStatus;
  expect([await statusOf(completed), await statusOf(failed)]).toEqual(['COMPLETED', 'FAILED']);
  expect((await laurel.call(`/batches/${batchId}`, { key })).body).toMatchObject({ processedCount: 2, failedCount: 1 });
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 9 });
});

test('an e-mail requested while its rendering ends is sent exactly once', async () => {
  const tenant = await laurel.tenant();
  const { key, templateId, organisationId } = tenant;
  const body = { templateId, variables: VARIABLES, recipientEmail: 'ada@example.org' };
  const { id } = (await laurel.call('/certificates', { key, body })).body;
  await db.query('begin');
  await db.query("update certificates set render_status = 'COMPLETED' where organisation_id = $1 and id = $2", [
    organisationId,
    id,
  ]);
  const asked = laurel.call(`/certificates/${id}/email`, { key, body: {} });
  expect(await Promise.race([asked.then(() => 'answers'), waiting(1)])).toBe('waits');
  await db.query('commit');
  expect((await asked).status).toBe(200);
  const jobs = await db.query(
    `select from laurel_mails._private_jobs j join emails e on j.payload->>'emailId' = e.id::text
     where e.organisation_id = $1 and e.certificate_id = $2`,
    [organisationId, id],
  );
  expect(jobs.rowCount).toBe(1);
});

test('the clean-up deletes old ended deliveries, and no pending ones', async () => {
  const tenant = await laurel.tenant();
  const context = laurel.context(tenant);
  const { id } = await createWebhook(context, {
    name: 'test',
    url: 'https://example.org/',
    events: ['batch.completed'],
  });
  const { deliveryId: pending } = await pingWebhook(context, { id });
  const { deliveryId: ended } = await pingWebhook(context, { id });
  await db.query("update webhook_deliveries set created_at = now() - interval '31 days' where webhook_id = $1", [id]);
  await db.query("update webhook_deliveries set status = 'FAILED' where id = $1", [ended]);
  await cleanUp(context);
  expect((await listDeliveries(context, { id })).map((delivery) => delivery.id)).toEqual([pending]);
});

test("cannot replay another organisation's delivery", async () => {
  const [owner, stranger] = [await laurel.tenant(), await laurel.tenant()];
  const context = laurel.context(owner);
  const { id } = await createWebhook(context, {
    name: 'test',
    url: 'https://example.org/',
    events: ['batch.completed'],
  });
  const { deliveryId } = await pingWebhook(context, { id });
  await db.query("update webhook_deliveries set status = 'FAILED' where id = $1", [deliveryId]);
  await expect(replayDelivery(laurel.context(stranger), { deliveryId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await listDeliveries(context, { id })).toMatchObject([{ status: 'FAILED' }]);
});

test('alternates batches of two organisations, even if the second starts late', async () => {
  await db.query('delete from laurel_batch_renders._private_jobs');
  const [first, second] = [await laurel.tenant(), await laurel.tenant()];
  await issueBatch(first, 40);
  // The queue is mostly processed: only its last ten jobs remain.
  const order = 'order by priority, run_at, id';
  const queued = 'laurel_batch_renders._private_jobs where is_available';
  await db.query(
    `delete from laurel_batch_renders._private_jobs where id in (select id from ${queued} ${order} limit 30)`,
  );
  await issueBatch(second, 5);
  await issueBatch(first, 5);
  const { rows } = await db.query(`select payload->>'organisationId' as owner from ${queued} ${order}`);
  const owners = rows.map(({ owner }) => (owner === second.organisationId ? 'second' : 'first'));
  // The late batch neither overtakes due jobs nor waits for the end. From the second place on, it has every other job.
  expect(owners.indexOf('second')).toBeGreaterThan(0);
  expect(owners.lastIndexOf('second')).toBe(10);
  expect(owners).toHaveLength(20);
});

test('a replaced signing secret signs until its overlap ends', async () => {
  const worker = await Laurel.start();
  const tenant = await worker.tenant();
  const context = worker.context(tenant);
  const receiver = await Receiver.start();
  const { id } = await createWebhook(context, { name: 'test', url: receiver.url, events: ['batch.completed'] });
  await rotateSecret(context, { id });
  const setUntil = async (after: string) => {
    const client = new pg.Client({ connectionString: worker.databaseUrl });
    await client.connect();
    await client.query('update webhooks set previous_secret_until = now() + $2::interval where id = $1', [id, after]);
    await client.end();
    await authenticate(worker.installation.services, 'webhooks', sql`id = ${id}`);
  };
  await setUntil('1 minute');
  await pingWebhook(context, { id });
  const [overlapping] = await receiver.wait(1);
  await setUntil('-1 second');
  await pingWebhook(context, { id });
  const [, over] = await receiver.wait(2);
  expect(overlapping?.headers['x-service-signature-previous']).toMatch(/^sha256=/);
  expect(String(overlapping?.headers['webhook-signature']).split(' ')).toHaveLength(2);
  expect(over?.headers['x-service-signature-previous']).toBeUndefined();
  expect(String(over?.headers['webhook-signature']).split(' ')).toHaveLength(1);
});
