import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { JobHelpers } from 'graphile-worker';
import { sql } from 'kysely';
import type { ParsedMail } from 'mailparser';
import { beforeAll, expect, test } from 'vitest';
import { Webhook } from '../../database/entities/webhook.ts';
import { QUEUE_SCHEMAS, type Queue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { startBulkAction } from '../../domain/bulk/start.ts';
import { disableWebhook } from '../../domain/delivering/disable.ts';
import { runExpiries } from '../../domain/expiry/run.ts';
import { createBatch } from '../../domain/issuing/create-batch.ts';
import { generateCertificate } from '../../domain/issuing/generate.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { failRendering } from '../../domain/rendering/fail.ts';
import type { Idempotency } from '../../domain/shared/idempotency.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { createTemplate, publishTemplate } from '../../domain/templates/publish-from-code.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { pingWebhook } from '../../domain/webhooks/ping.ts';
import { getWebhook, listDeliveries } from '../../domain/webhooks/read.ts';
import { makeTasks } from '../../jobs/tasks.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { placeOf, tokenIn } from '../support/my.ts';
import { cookieOf, nativeClient, sessionOf } from '../support/people.ts';
import { Receiver } from '../support/receiver.ts';

const DAY = 24 * 60 * 60 * 1000;
const REMINDING = {
  name: 'Licence',
  language: 'en-GB',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [{ type: 'text', x: 10, y: 10, width: 280, height: 40, text: '{{name}}', font: 'Inter', size: 12 }],
  reminders: { daysBefore: [30] },
};

/** An API process without workers. The test runs the jobs. */
let laurel: Laurel;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await Mailbox.start();
  laurel = await Laurel.start({ ROLE: 'api', SMTP_URL: mailbox.url });
});

interface Taken {
  queue: Queue;
  name: string;
  payload: Record<string, string>;
}

/** Removes all jobs from the queues, including future ones, and returns them. */
async function takeJobs(): Promise<Taken[]> {
  const db = database(laurel.installation.services.em());
  const taken: Taken[] = [];
  for (const [queue, schema] of Object.entries(QUEUE_SCHEMAS)) {
    const { rows } = await sql<Taken>`with jobs as (delete from ${sql.id(schema, '_private_jobs')} returning *)
      select ${queue} as queue, t.identifier as name, j.payload from jobs j
      join ${sql.id(schema, '_private_tasks')} t on t.id = j.task_id order by j.id`.execute(db);
    taken.push(...rows);
  }
  return taken;
}

/** Runs a job as a worker does. */
async function work({ queue, name, payload }: Taken): Promise<void> {
  const { services } = laurel.installation;
  const helpers = { job: { id: '1', attempts: 1, task_identifier: name }, logger: { error: () => undefined } };
  await makeTasks(services, services)[queue][name]?.(payload, helpers as unknown as JobHelpers);
}

/** Runs all jobs, and those that they queue, each in two workers together. Returns them. */
async function workTwice(isFailing: (id: string | undefined) => boolean): Promise<Taken[]> {
  const done: Taken[] = [];
  for (let jobs = await takeJobs(); jobs.length > 0; jobs = await takeJobs()) {
    for (const job of jobs) {
      const { organisationId = '', certificateId = '' } = job.payload;
      const run = isFailing(job.payload.certificateId)
        ? () => failRendering(laurel.installation.services, { organisationId, certificateId })
        : () => work(job);
      await Promise.all([run(), run()]);
      // A failed delivery is pending, so a later run is its next attempt.
      if (job.name !== 'deliver-webhook') await run();
    }
    done.push(...jobs);
  }
  return done;
}

/** Returns an answer that waits until both workers have sent their request. */
function together(status: number): (response: ServerResponse, before: number) => void {
  let first: ServerResponse | undefined;
  return (response, before) => {
    if (before % 2 === 0) first = response;
    else for (const one of [first, response]) one?.writeHead(status).end();
  };
}

test('every job has its effect once if two workers run it together and one repeats it', async () => {
  const tenant = await laurel.tenant({ credits: 10 });
  const { key, templateId, organisationId } = tenant;
  const context = laurel.context(tenant);
  const [good, bad] = [await Receiver.start(together(204)), await Receiver.start(together(500))];
  const events = ['certificate.ready', 'certificate.failed', 'certificate.revoked', 'batch.completed'] as const;
  const [hook, broken] = await Promise.all(
    [good, bad].map(({ url }) => createWebhook(context, { name: 'w', url, events: [...events] })),
  );
  const recipients = [0, 1, 2].map((n) => ({ variables: VARIABLES, recipientEmail: `r${n}@second.example` }));
  const { batchId, certificates } = await createBatch(context, { templateId, recipients, sendEmail: true });
  const [failing] = certificates;
  const isFailing = (id: string | undefined) => id === failing?.id;
  const done = await workTwice(isFailing);
  const selection = { ids: certificates.map(({ id }) => id) };
  await startBulkAction(context, { kind: 'EMAIL', selection });
  done.push(...(await workTwice(isFailing)));
  await startBulkAction(context, { kind: 'REVOKE', selection, reason: 'an error' });
  done.push(...(await workTwice(isFailing)));
  const requests = [good.received.length, bad.received.length];
  // Much later, all jobs run again.
  for (const job of done) await work(job);
  expect(await takeJobs()).toEqual([]);
  expect([good.received.length, bad.received.length]).toEqual(requests);

  const { body: batch } = await laurel.call(`/batches/${batchId}`, { key });
  expect(batch).toMatchObject({ status: 'COMPLETED', processedCount: 3, failedCount: 1 });
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 8 });
  const mails = mailbox.mails.flatMap(recipientsOf).sort();
  expect(mails).toEqual([1, 1, 2, 2].map((n) => `r${n}@second.example`));
  const log = (await laurel.call('/events?limit=100', { key })).body.events as { type: string }[];
  const counts = Object.entries(Object.groupBy(log, ({ type }) => type)).map(([type, all]) => [type, all?.length]);
  expect(Object.fromEntries(counts)).toEqual({
    ...{ 'certificate.issued': 3, 'certificate.ready': 2, 'certificate.failed': 1 },
    ...{ 'batch.completed': 1, 'certificate.revoked': 3, 'template.published': 1 },
  });
  const states = async (id = '') => {
    const { rows } = await sql<{ status: string; attempts: number }>`select status, attempts from webhook_deliveries
      where organisation_id = ${organisationId} and webhook_id = ${id}`.execute(database(context.em()));
    return rows;
  };
  expect(await states(hook?.id)).toEqual(Array(7).fill({ status: 'SUCCEEDED', attempts: 1 }));
  expect(await states(broken?.id)).toEqual(Array(7).fill({ status: 'FAILED', attempts: 3 }));
  expect(requests).toEqual([14, 42]);
  expect(await getWebhook(context, { id: broken?.id ?? '' })).toMatchObject({ status: 'ERROR', errorCount: 7 });
  expect((await reconcile(laurel.installation.services)).violations).toEqual([]);
});

/** Changes made between the request for an effect and its job, with the mails sent afterwards. `id` is a rendered certificate's. */
const CHANGES: Record<
  string,
  [change: (owner: Owner, id: string, tenant: Tenant) => Promise<unknown>, mails: string[]]
> = {
  'no change': [async () => undefined, ['old']],
  revocation: [(owner, id) => owner.certificates.revoke.mutate({ id, reason: 'an error' }), []],
  'revocation and reinstatement': [
    async (owner, id) => {
      await owner.certificates.revoke.mutate({ id, reason: 'an error' });
      await owner.certificates.reinstate.mutate({ id });
    },
    ['old'],
  ],
  'another address': [
    (owner, id) => owner.certificates.email.mutate({ id, recipientEmail: 'new@order.example' }),
    ['new'],
  ],
  'a failed rendering': [
    (_owner, certificateId, { organisationId }) =>
      failRendering(laurel.installation.services, { organisationId, certificateId }),
    [],
  ],
};
type Owner = ReturnType<typeof nativeClient>;
let owners = 0;
const ownerOf = async (tenant: Tenant) =>
  nativeClient(laurel, await sessionOf(laurel, tenant, `owner${++owners}@order.example`, 'owner'));
const mailed = (after: number) => mailbox.mails.slice(after).flatMap(recipientsOf);

test.each(
  Object.keys(CHANGES).flatMap((change): [string, string][] => [
    [change, 'rendering'],
    // A completed rendering cannot fail.
    ...(change === 'a failed rendering' ? [] : [[change, 'mail'] as [string, string]]),
  ]),
)('%s before the %s decides what is mailed', async (name, job) => {
  const [change, wanted] = CHANGES[name] as (typeof CHANGES)[string];
  const tenant = await laurel.tenant();
  const owner = await ownerOf(tenant);
  const body = {
    templateId: tenant.templateId,
    variables: VARIABLES,
    sendEmail: true,
    recipientEmail: 'old@order.example',
  };
  const { id } = (await laurel.call('/certificates', { key: tenant.key, body })).body;
  const before = mailbox.mails.length;
  if (job === 'mail') for (const render of await takeJobs()) await work(render);
  await change(owner, id, tenant);
  for (let jobs = await takeJobs(); jobs.length > 0; jobs = await takeJobs()) for (const one of jobs) await work(one);
  expect(mailed(before)).toEqual(wanted.map((local) => `${local}@order.example`));
  const { emails } = await owner.certificates.history.query({ id });
  expect(emails.filter(({ status }) => status === 'QUEUED')).toEqual([]);
});

test('account mails are sent only if their reason still holds', async () => {
  const tenant = await laurel.tenant();
  const owner = await ownerOf(tenant);
  const before = mailbox.mails.length;
  await owner.members.invite.mutate({ email: 'kept@order.example', role: 'viewer' });
  await owner.members.invite.mutate({ email: 'kept@order.example', role: 'issuer' });
  const { id } = await owner.members.invite.mutate({ email: 'withdrawn@order.example', role: 'viewer' });
  await owner.members.withdrawInvitation.mutate({ id });
  const author = await ownerOf(tenant);
  const { user } = await author.session.get.query();
  const at = { ...laurel.context(tenant), actor: { kind: 'person' as const, id: user.id, name: user.email } };
  const early = { ...at, now: () => new Date(at.now().getTime() - 2 * 60_000) };
  await createBatch(early, { templateId: tenant.templateId, recipients: [{ variables: VARIABLES }] });
  await owner.members.remove.mutate({ userId: user.id });
  for (let jobs = await takeJobs(); jobs.length > 0; jobs = await takeJobs()) for (const job of jobs) await work(job);
  expect(mailed(before)).toEqual(['kept@order.example']);
});

test('a mail that a webhook is off goes only to those who still manage webhooks', async () => {
  const tenant = await laurel.tenant();
  const { organisationId } = tenant;
  const owner = await ownerOf(tenant);
  const admin = nativeClient(laurel, await sessionOf(laurel, tenant, 'former-admin@order.example', 'admin'));
  const hook = { name: 'Off', url: 'http://127.0.0.1:9/', events: ['certificate.*' as const], retry: 'day' as const };
  const { id } = await owner.webhooks.create.mutate(hook);
  const { services } = laurel.installation;
  const failing = new Date(Date.now() - 6 * DAY);
  await sql`update webhooks set failing_since = ${failing} where id = ${id}`.execute(database(services.em()));
  await services.em().transactional(async (em) => {
    await disableWebhook(em, services, await em.findOneOrFail(Webhook, { organisationId, id }), services.now());
  });
  await owner.members.changeRole.mutate({ userId: (await admin.session.get.query()).user.id, role: 'viewer' });
  const before = mailbox.mails.length;
  for (let jobs = await takeJobs(); jobs.length > 0; jobs = await takeJobs()) for (const job of jobs) await work(job);
  expect(mailed(before)).toEqual([(await owner.session.get.query()).user.email]);
});

test('a reminder leaves out a certificate that got another address before it was sent', async () => {
  const tenant = await laurel.tenant();
  const { key } = tenant;
  const templateId = (await importTemplate(laurel.context(tenant), REMINDING)).id;
  const expiresAt = new Date(Date.now() + 20 * DAY).toISOString();
  const body = { templateId, variables: { name: 'Ada' }, recipientEmail: 'former@order.example', expiresAt };
  const ids = [];
  for (let count = 0; count < 2; count++) ids.push((await laurel.call('/certificates', { key, body })).body.id);
  for (let jobs = await takeJobs(); jobs.length > 0; jobs = await takeJobs()) for (const job of jobs) await work(job);
  const before = mailbox.mails.length;
  await runExpiries(laurel.installation.services);
  const moved = { recipientEmail: 'next@order.example' };
  expect((await laurel.call(`/certificates/${ids[1]}/email`, { key, body: moved })).status).toBe(200);
  for (let jobs = await takeJobs(); jobs.length > 0; jobs = await takeJobs()) for (const job of jobs) await work(job);
  const sent = mailbox.mails.slice(before).map((mail) => [...recipientsOf(mail), mail.subject]);
  expect(sent.sort()).toEqual([
    ['former@order.example', expect.stringMatching(/^Licence: valid until/)],
    ['next@order.example', expect.not.stringContaining('until')],
  ]);
});

test('a link to a place is mailed once by two workers, and not at all after its session ended', async () => {
  const { key, templateId } = await laurel.tenant();
  for (const recipientEmail of ['one@place.example', 'two@place.example'])
    await laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES, recipientEmail } });
  await workTwice(() => false);
  const place = placeOf(laurel, mailbox);
  const before = mailbox.mails.length;
  await place.post('/link', { email: 'one@place.example' });
  const done = await workTwice(() => false);
  for (const job of done) await work(job);
  expect(mailed(before)).toEqual(['one@place.example']);
  const cookie = cookieOf(await place.post('/enter', { token: tokenIn(mailbox.mails.at(-1) as ParsedMail) }));
  await place.post('/addresses', { email: 'two@place.example' }, { cookie });
  for (const job of await takeJobs()) await work(job);
  const [mail] = await takeJobs();
  expect(mail?.name).toBe('send-email');
  await place.post('/leave', {}, { cookie });
  await work(mail as Taken);
  expect(mailed(before)).toEqual(['one@place.example']);
});

test('a delivery goes to the current address of its webhook, and to none after the deletion', async () => {
  const tenant = await laurel.tenant();
  const owner = await ownerOf(tenant);
  const [former, current] = [await Receiver.start(), await Receiver.start()];
  const input = { name: 'w', url: former.url, events: ['batch.completed' as const] };
  const [moved, deleted] = [await owner.webhooks.create.mutate(input), await owner.webhooks.create.mutate(input)];
  for (const { id } of [moved, deleted]) await owner.webhooks.ping.mutate({ id });
  await owner.webhooks.update.mutate({ id: moved.id, url: current.url });
  await owner.webhooks.delete.mutate({ id: deleted.id });
  for (const job of await takeJobs()) await work(job);
  expect([former.received.length, current.received.length]).toEqual([0, 1]);
});

test('a webhook is in error only after the third failure of a delivery', async () => {
  const tenant = await laurel.tenant();
  const context = laurel.context(tenant);
  const receiver = await Receiver.start((response) => response.writeHead(500).end());
  const { id } = await createWebhook(context, { name: 'w', url: receiver.url, events: ['batch.completed'] });
  await pingWebhook(context, { id });
  const states: unknown[] = [];
  for (let jobs = await takeJobs(); jobs.length > 0; jobs = await takeJobs()) {
    for (const job of jobs) await work(job);
    const { status, errorCount } = await getWebhook(context, { id });
    const [delivery] = await listDeliveries(context, { id });
    states.push([status, errorCount, delivery?.status, delivery?.attempts.length]);
  }
  expect(states).toEqual([
    ['ACTIVE', 0, 'PENDING', 1],
    ['ACTIVE', 0, 'PENDING', 2],
    ['ERROR', 1, 'FAILED', 3],
  ]);
});

type Context = ReturnType<Laurel['context']> & { idempotency: Idempotency };
const DESIGN = JSON.parse(await readFile('test/support/small-diploma.json', 'utf8'));
const CREATIONS: Record<string, (context: Context, tenant: Tenant) => Promise<unknown>> = {
  'a certificate': (context, { templateId }) => generateCertificate(context, { templateId, variables: VARIABLES }),
  'a batch': (context, { templateId }) => createBatch(context, { templateId, recipients: [{ variables: VARIABLES }] }),
  'a download': (context) => startBulkAction(context, { kind: 'DOWNLOAD', selection: { filter: {} } }),
  'a template': (context) => createTemplate(context, { design: DESIGN }),
  'a version': (context, { templateId }) => publishTemplate(context, { id: templateId, design: DESIGN }),
};

test.each(Object.keys(CREATIONS))('an Idempotency-Key repeats %s for 24 h, and then counts again', async (name) => {
  const tenant = await laurel.tenant();
  const context = laurel.context(tenant);
  await generateCertificate(context, { templateId: tenant.templateId, variables: VARIABLES });
  let replays = 0;
  const idempotency = { key: 'order 42', onReplay: () => void replays++ };
  const start = context.now().getTime();
  const answers: string[] = [];
  const create = async (ms: number) => {
    const at = { ...context, idempotency, now: () => new Date(start + ms) };
    const answer = JSON.stringify(await CREATIONS[name]?.(at, tenant));
    if (!answers.includes(answer)) answers.push(answer);
    return [answers.indexOf(answer), replays];
  };
  expect([await create(0), await create(1), await create(DAY - 1)]).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
  ]);
  expect([await create(DAY), await create(DAY + 1), await create(2 * DAY - 1)]).toEqual([
    [1, 2],
    [1, 3],
    [1, 4],
  ]);
});
