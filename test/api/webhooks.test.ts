import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../domain/shared/ids.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { pingWebhook } from '../../domain/webhooks/ping.ts';
import { publishEvents } from '../../domain/webhooks/publish.ts';
import { getWebhook, listDeliveries } from '../../domain/webhooks/read.ts';
import { replayDelivery } from '../../domain/webhooks/replay.ts';
import { rotateSecret } from '../../domain/webhooks/rotate-secret.ts';
import type { WebhookEvent } from '../../domain/webhooks/schemas.ts';
import { makeEgress } from '../../server/adapters/egress.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { Receiver } from '../support/receiver.ts';
import { statementsOf } from '../support/statements.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.shared();
});

const subscribe = (tenant: Tenant, url: string, events: WebhookEvent[] = ['certificate.ready']) =>
  createWebhook(laurel.context(tenant), { name: 'test', url, events });

test('certificate.ready follows the contract, and both signatures verify on the exact bytes', async () => {
  const tenant = await laurel.tenant();
  const receiver = await Receiver.start();
  const { secret } = await subscribe(tenant, receiver.url);
  const certificate = await laurel.issue(tenant);
  const [request] = await receiver.wait(1);
  expect(request?.event).toMatchObject({
    event: 'certificate.ready',
    deliveryId: request?.headers['x-service-delivery'],
    data: {
      certificateId: certificate.id,
      verificationHash: certificate.verificationHash,
      pdfUrl: certificate.pdfUrl,
      imageUrl: certificate.imageUrl,
      templateId: tenant.templateId,
      batchId: null,
      recipientName: certificate.recipientName,
      recipientEmail: null,
    },
  });
  const { headers = {}, body = '' } = request ?? {};
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-service-event': 'certificate.ready' });
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  expect(headers['x-service-signature']).toBe(`sha256=${digest}`);
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(request?.event);
  expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
});

test('an event needs as many statements for five webhooks as for one, and each gets its own delivery', async () => {
  const tenant = await laurel.tenant();
  const context = laurel.context(tenant);
  const receivers: Receiver[] = [];
  const batchId = newId(new Date());
  const counts = { totalCount: 1, processedCount: 1, failedCount: 0, durationMs: 5 };
  const data = { batchId, status: 'COMPLETED' as const, ...counts };
  const publish = () =>
    statementsOf(() =>
      context
        .em()
        .transactional((em) =>
          publishEvents(em, context, [
            { type: 'batch.completed', organisationId: tenant.organisationId, subjectId: batchId, data, fileKey: null },
          ]),
        ),
    );
  const statements: number[] = [];
  for (const added of [1, 4]) {
    for (let count = 0; count < added; count++) {
      const receiver = await Receiver.start();
      await subscribe(tenant, receiver.url, ['batch.completed']);
      receivers.push(receiver);
    }
    statements.push((await publish()).length);
  }
  expect(statements[0]).toBeGreaterThanOrEqual(3);
  expect(statements[1]).toBe(statements[0]);
  const requests = [await receivers[0]?.wait(2), ...(await Promise.all(receivers.slice(1).map((one) => one.wait(1))))];
  const ids = requests.flatMap((received) => received?.map(({ headers }) => headers['x-service-delivery']) ?? []);
  expect(new Set(ids).size).toBe(6);
});

test('makes three attempts, immediately, after 1 s and after 2 s more; the webhook is in error until one succeeds', async () => {
  const tenant = await laurel.tenant();
  const receiver = await Receiver.start((response, before) => response.writeHead(before < 3 ? 500 : 200).end('busy'));
  const { id } = await subscribe(tenant, receiver.url);
  await laurel.issue(tenant);
  const [first, second, third] = await receiver.wait(3);
  const gaps = [(second?.at ?? 0) - (first?.at ?? 0), (third?.at ?? 0) - (second?.at ?? 0)];
  expect(gaps[0]).toBeGreaterThanOrEqual(1000);
  expect(gaps[1]).toBeGreaterThanOrEqual(2000);
  expect(new Set([first, second, third].map((one) => one?.body)).size).toBe(1);
  const context = laurel.context(tenant);
  const show = () => getWebhook(context, { id });
  expect(await waitFor('a webhook in error', show, ({ status }) => status === 'ERROR')).toMatchObject({
    errorCount: 1,
  });
  const [delivery] = await listDeliveries(context, { id });
  expect(delivery).toMatchObject({ status: 'FAILED', event: 'certificate.ready' });
  expect(delivery?.attempts.map(({ status, response, error }) => [status, response, error])).toEqual(
    Array(3).fill([500, 'busy', null]),
  );
  await replayDelivery(context, { deliveryId: delivery?.id ?? '' });
  expect(await waitFor('an active webhook', show, ({ status }) => status === 'ACTIVE')).toMatchObject({
    errorCount: 0,
  });
  const [, , , replayed] = await receiver.wait(4);
  expect([replayed?.body, replayed?.headers['x-service-delivery']]).toEqual([first?.body, delivery?.id]);
});

test('a redirect is a failure and is not followed; the start of a response is stored', async () => {
  const tenant = await laurel.tenant();
  const target = await Receiver.start();
  const receiver = await Receiver.start((response) =>
    response.writeHead(307, { Location: target.url }).end('x'.repeat(1_000_000)),
  );
  const { id } = await subscribe(tenant, receiver.url);
  await pingWebhook(laurel.context(tenant), { id });
  await receiver.wait(1);
  const [delivery] = await waitFor(
    'an attempt',
    () => listDeliveries(laurel.context(tenant), { id }),
    ([one]) => (one?.attempts.length ?? 0) > 0,
  );
  expect(delivery?.attempts[0]?.status).toBe(307);
  expect(delivery?.attempts[0]?.response?.length).toBeLessThanOrEqual(64 * 1024);
  expect(target.received).toEqual([]);
});

test('a ping needs no subscription; other events do', async () => {
  const tenant = await laurel.tenant();
  const receiver = await Receiver.start();
  const { id } = await subscribe(tenant, receiver.url, ['certificate.revoked']);
  const { id: certificateId } = await laurel.issue(tenant);
  const { deliveryId } = await pingWebhook(laurel.context(tenant), { id });
  const [ping] = await receiver.wait(1);
  expect(ping?.event).toMatchObject({ event: 'ping', deliveryId });
  await laurel.call(`/certificates/${certificateId}/revoke`, { key: tenant.key, body: { reason: 'an error' } });
  const [, revoked] = await receiver.wait(2);
  expect(revoked?.event).toMatchObject({
    event: 'certificate.revoked',
    data: { certificateId, revokedReason: 'an error' },
  });
});

test('the old secret still verifies during its rotation', async () => {
  const tenant = await laurel.tenant();
  const receiver = await Receiver.start();
  const { id, secret: old } = await subscribe(tenant, receiver.url);
  const { secret } = await rotateSecret(laurel.context(tenant), { id });
  await pingWebhook(laurel.context(tenant), { id });
  const [request] = await receiver.wait(1);
  const { headers = {}, body = '' } = request ?? {};
  for (const known of [old, secret]) {
    expect(new Webhook(known).verify(body, headers as Record<string, string>)).toEqual(request?.event);
  }
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  expect(headers['x-service-signature']).toBe(`sha256=${digest}`);
});

test("a receiver that hangs does not delay other tenants' deliveries", async () => {
  const [stuck, quick] = [await laurel.tenant(), await laurel.tenant()];
  const silent = await Receiver.start(() => undefined);
  const receiver = await Receiver.start();
  const hanging = await subscribe(stuck, silent.url);
  const { id } = await subscribe(quick, receiver.url);
  const context = laurel.context(stuck);
  for (let index = 0; index < 40; index++) await pingWebhook(context, { id: hanging.id });
  await silent.wait(2);
  await pingWebhook(laurel.context(quick), { id });
  await receiver.wait(1);
  expect(silent.received.length).toBeLessThan(40);
  const [delivery] = await waitFor(
    'an attempt',
    () => listDeliveries(context, { id: hanging.id }).then((all) => all.filter(({ attempts }) => attempts.length > 0)),
    (all) => all.length > 0,
  );
  expect(delivery?.attempts[0]).toMatchObject({ status: null, error: 'no answer within 10 s' });
});

test('rejects an address with a private host when a webhook is created or changed', async () => {
  const closed = await Laurel.start({ EGRESS_ALLOW: '' });
  const own = await closed.tenant();
  const owner = nativeClient(closed, await sessionOf(closed, own, 'owner@private.example', 'owner'));
  const input = { name: 'w', events: ['certificate.ready' as const] };
  const refused = { data: { code: 'CONFLICT', httpStatus: 409, reason: 'webhook_address_private' } };
  for (const url of ['http://10.1.2.3/hook', 'http://localhost:9/hook', 'http://[::ffff:127.0.0.1]/hook'])
    await expect(owner.webhooks.create.mutate({ ...input, url })).rejects.toMatchObject(refused);
  const { id } = await owner.webhooks.create.mutate({ ...input, url: 'https://198.41.0.4/hook' });
  await expect(owner.webhooks.update.mutate({ id, url: 'http://127.0.0.1/' })).rejects.toMatchObject(refused);
  expect((await owner.webhooks.listManaged.query()).webhooks).toMatchObject([{ url: 'https://198.41.0.4/hook' }]);
});

test.each([
  'http://127.0.0.1:9/',
  'http://2130706433/',
  'http://localhost:9/',
  'http://[::1]:9/',
  'http://[::ffff:127.0.0.1]:9/',
  'http://[::127.0.0.1]:9/',
  'http://[64:ff9b::7f00:1]:9/',
  'http://10.1.2.3/',
  'http://192.168.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://0.0.0.0:9/',
  'http://100.64.0.1/',
])('an outgoing request cannot reach %s', async (url) => {
  const { status, error } = await makeEgress([]).post(url, {}, '{}');
  expect([status, error]).toEqual([null, expect.stringContaining('is not a public address')]);
});
