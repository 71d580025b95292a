import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { listFailures } from '../../domain/batches/list-failures.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { Laurel, VARIABLES } from '../support/laurel.ts';
import { codeOf, nativeClient, sessionOf } from '../support/people.ts';
import { Receiver } from '../support/receiver.ts';
import { statementsOf } from '../support/statements.ts';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.start();
});

const recipients = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ variables: { ...VARIABLES, name: `Recipient ${index}` } }));

test('issues a batch, reports its progress, completes it once and publishes its event once', async () => {
  const tenant = await laurel.tenant({ credits: 50 });
  const { key, templateId } = tenant;
  const receiver = await Receiver.start();
  await createWebhook(laurel.context(tenant), {
    name: 'all',
    url: receiver.url,
    events: ['certificate.ready', 'batch.completed'],
  });
  const body = { templateId, recipients: recipients(30) };
  const created = await laurel.call('/batches', { key, body });
  expect([created.status, created.body.total, created.body.queued]).toEqual([201, 30, 30]);
  expect(created.body.credits).toEqual({ consumed: 30, remaining: 20 });
  expect(created.body.certificates[7]).toMatchObject({ recipientName: 'Recipient 7', renderStatus: 'PENDING' });
  const { batchId } = created.body;
  const early = (await laurel.call(`/batches/${batchId}`, { key })).body;
  expect(early).toMatchObject({ id: batchId, templateId, status: 'PROCESSING', totalCount: 30, completedAt: null });
  const done = await laurel.completed(key, batchId);
  expect(done).toMatchObject({ processedCount: 30, failedCount: 0, pendingCount: 0, progress: 100 });
  await receiver.wait(31);
  const [completed, ...more] = receiver.of('batch.completed');
  expect(more).toEqual([]);
  expect(completed?.event.data).toEqual({
    batchId,
    status: 'COMPLETED',
    totalCount: 30,
    processedCount: 30,
    failedCount: 0,
    durationMs: new Date(done.completedAt).getTime() - new Date(done.createdAt).getTime(),
  });
  const ready = receiver.of('certificate.ready').map(({ event }) => event.data.certificateId);
  expect(new Set(ready)).toEqual(new Set(created.body.certificates.map(({ id }: { id: string }) => id)));
  const pages = await laurel.call(`/batches/${batchId}/certificates?limit=20`, { key });
  const rest = await laurel.call(`/batches/${batchId}/certificates?limit=20&cursor=${pages.body.nextCursor}`, { key });
  expect([pages.body.certificates.length, rest.body.certificates.length, rest.body.nextCursor]).toEqual([20, 10, null]);
  expect(pages.body.certificates[0]).toMatchObject({ batchId, renderStatus: 'COMPLETED' });
  const stranger = await laurel.tenant();
  for (const path of [`/batches/${batchId}`, `/batches/${batchId}/certificates`]) {
    expect((await laurel.call(path, { key: stranger.key })).status).toBe(404);
  }
  expect((await reconcile(laurel.installation.services)).violations).toEqual([]);
});

test('reports all faults of a batch with the index of the recipient, and changes nothing', async () => {
  const { key, templateId } = await laurel.tenant({ credits: 50 });
  const faulty = recipients(6);
  const [, second, third, fourth] = faulty as [unknown, { variables: Record<string, string> }, never, never];
  second.variables.name = 'A\u{13000}';
  Object.assign(third, { recipientEmail: 'nobody' });
  Object.assign(fourth, { variables: { name: 'only' } });
  const paths = async (body: object) => {
    const answer = await laurel.call('/batches', { key, body: { templateId, ...body } });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    return answer.body.details.map(({ path }: { path: string }) => path);
  };
  expect(await paths({ recipients: faulty })).toEqual(['recipients[2].recipientEmail']);
  Object.assign(third, { recipientEmail: undefined });
  expect(await paths({ recipients: faulty })).toEqual([
    'recipients[1].variables.name',
    ...['course', 'distinction', 'date', 'director'].map((name) => `recipients[3].variables.${name}`),
  ]);
  expect(await paths({ recipients: [] })).toEqual(['recipients']);
  expect(await paths({ recipients: recipients(1001) })).toEqual(['recipients']);
  expect(await paths({ recipients: recipients(2), sendEmail: true })).toEqual([
    'recipients[0].recipientEmail',
    'recipients[1].recipientEmail',
  ]);
  expect((await laurel.call('/batches', { key })).body).toEqual({ batches: [], nextCursor: null });
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 50 });
});

test('rejects the whole batch if the credits do not suffice', async () => {
  const { key, templateId } = await laurel.tenant({ credits: 9 });
  const body = { templateId, recipients: recipients(10) };
  for (const dryRun of [true, false]) {
    const refused = await laurel.call('/batches', { key, body: { ...body, dryRun } });
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { error: { code: 'INSUFFICIENT_CREDITS' }, credits: { current: 9, required: 10 } },
    ]);
  }
  expect((await laurel.call('/certificates', { key })).body.certificates).toEqual([]);
});

test('a dry run checks a batch without a change, and an Idempotency-Key issues it once', async () => {
  const { key, templateId } = await laurel.tenant({ credits: 3 });
  const body = { templateId, recipients: recipients(3).map((one, index) => ({ ...one, externalId: `x${index}` })) };
  const dry = await laurel.call('/batches', { key, body: { ...body, dryRun: true } });
  expect([dry.status, dry.body.credits]).toEqual([201, { consumed: 0, remaining: 3 }]);
  const headers = { 'Idempotency-Key': 'batch-1' };
  const first = await laurel.call('/batches', { key, body, headers });
  const again = await laurel.call('/batches', { key, body, headers });
  expect([again.status, again.body, again.headers.get('Idempotency-Replayed')]).toEqual([201, first.body, 'true']);
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 0 });
  const found = await laurel.call('/certificates?externalId=x2', { key });
  expect(found.body.certificates).toMatchObject([{ recipientName: 'Recipient 2', batchId: first.body.batchId }]);
  const listed = await laurel.call(`/batches?templateId=${templateId}`, { key });
  expect(listed.body.batches.map(({ id }: { id: string }) => id)).toEqual([first.body.batchId]);
});

test("a large batch delays neither a single certificate nor another tenant's batch", async () => {
  const [large, small] = [await laurel.tenant({ credits: 400 }), await laurel.tenant({ credits: 20 })];
  const big = await laurel.call('/batches', {
    key: large.key,
    body: { templateId: large.templateId, recipients: recipients(400) },
  });
  const little = await laurel.call('/batches', {
    key: small.key,
    body: { templateId: small.templateId, recipients: recipients(10) },
  });
  const single = await laurel.issue(small);
  expect(single.renderStatus).toBe('COMPLETED');
  await laurel.completed(small.key, little.body.batchId);
  const { pendingCount } = (await laurel.call(`/batches/${big.body.batchId}`, { key: large.key })).body;
  expect(pendingCount).toBeGreaterThan(200);
  expect(await laurel.completed(large.key, big.body.batchId)).toMatchObject({ processedCount: 400, failedCount: 0 });
});

const idsOfFailed = (certificates: { id: string; renderStatus: string }[]): string[] =>
  certificates.filter(({ renderStatus }) => renderStatus === 'FAILED').map(({ id }) => id);

test('completes a batch with a failed rendering, counts it and refunds its credit', async () => {
  const tenant = await laurel.tenant({ credits: 50 });
  const { key, templateId } = tenant;
  const receiver = await Receiver.start();
  await createWebhook(laurel.context(tenant), { name: 'x', url: receiver.url, events: ['certificate.failed'] });
  const created = await laurel.call('/batches', { key, body: { templateId, recipients: recipients(40) } });
  // Enough certificates that some are still waiting. A design that is damaged after acceptance cannot be rendered.
  const db = database(laurel.installation.services.em());
  const whole = await sql<{
    design: string;
  }>`select design from template_versions where template_id = ${templateId}`.execute(db);
  const setDesign = (design: string) =>
    sql`update template_versions set design = ${design}, digest = sha256(${design}::bytea) where template_id = ${templateId}`.execute(
      db,
    );
  await setDesign('{}');
  const done = await laurel.completed(key, created.body.batchId, { hurried: true });
  const failed = done.failedCount;
  expect(failed).toBeGreaterThan(0);
  expect(done).toMatchObject({ status: 'COMPLETED', processedCount: 40, pendingCount: 0 });
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 10 + failed });
  expect(await receiver.wait(failed)).toHaveLength(failed);
  // With the design restored, the failed certificates are issued again as a new batch.
  await setDesign(whole.rows[0]?.design ?? '');
  const issuer = nativeClient(laurel, await sessionOf(laurel, tenant, 'issuer@example.org', 'issuer'));
  const { certificates } = await issuer.batches.failures.query({ id: created.body.batchId });
  const read = () => listFailures(laurel.context(tenant), { id: created.body.batchId });
  expect(await statementsOf(read)).toHaveLength(1);
  expect(certificates).toHaveLength(failed);
  const ids = certificates.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().reverse());
  const listed = (await laurel.call(`/batches/${created.body.batchId}/certificates?limit=100`, { key })).body;
  expect(new Set(ids)).toEqual(new Set(idsOfFailed(listed.certificates)));
  const { errors } = await issuer.statistics.overview.query();
  expect(new Set(errors.map(({ kind, id }) => `${kind} ${id}`))).toEqual(
    new Set(ids.slice(0, 5).map((id) => `certificate ${id}`)),
  );
  const id = created.body.batchId;
  const retries = await Promise.allSettled([1, 2, 3].map(() => issuer.batches.retryFailed.mutate({ id })));
  const again = await issuer.batches.retryFailed.mutate({ id });
  expect(again.totalCount).toBe(failed);
  for (const retry of retries)
    if (retry.status === 'fulfilled') expect(retry.value).toEqual(again);
    else expect(codeOf(retry.reason)).toBe('IDEMPOTENCY_CONFLICT');
  // Another member who has not seen it yet issues nothing twice, also when keys are forgotten.
  const other = nativeClient(laurel, await sessionOf(laurel, tenant, 'other-issuer@example.org', 'issuer'));
  await other.batches.changeTags.mutate({ id, add: ['retried'] });
  await sql`delete from idempotency_keys`.execute(db);
  expect(await other.batches.retryFailed.mutate({ id })).toEqual(again);
  expect(await issuer.batches.details.query({ id })).toMatchObject({ retryOf: null, retriedAs: again.id });
  expect(await issuer.batches.details.query({ id: again.id })).toMatchObject({ retryOf: id, retriedAs: null });
  expect(await laurel.completed(key, again.id)).toMatchObject({ processedCount: failed, failedCount: 0 });
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 10 });
  expect(await issuer.batches.failures.query({ id: again.id })).toEqual({ certificates: [] });
  expect(await issuer.batches.retryFailed.mutate({ id: again.id }).catch(codeOf)).toBe('CONFLICT');
  // A certificate whose failure SQL pretends is not issued twice.
  await sql`update certificates set render_status = 'FAILED' where id =
    (select id from certificates where batch_id = ${again.id} limit 1)`.execute(db);
  expect(await issuer.batches.retryFailed.mutate({ id: again.id }).catch(codeOf)).toBe('INTERNAL_ERROR');
});
