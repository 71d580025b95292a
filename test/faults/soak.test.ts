import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { scale, timing } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { type Held, heldBy } from '../support/process-tree.ts';
import { Receiver } from '../support/receiver.ts';
import { waitFor } from '../support/wait-for.ts';

const MINUTE = 60_000;
const DURATION = scale(8000, 30 * MINUTE);
const SAMPLE = scale(250, 5000);

interface Sample extends Held {
  at: number;
  connections: number;
}

test('under a mixed load, memory levels off, and no connection or file stays open', async () => {
  const mailbox = await Mailbox.start();
  const receiver = await Receiver.start();
  const laurel = await Laurel.start({ SMTP_URL: mailbox.url }, { isApart: true });
  const tenant = await laurel.tenant({ credits: 10_000_000 });
  const session = await sessionOf(laurel, tenant, 'owner@example.org', 'owner');
  const events = ['certificate.ready', 'batch.completed'] as const;
  await createWebhook(laurel.context(tenant), { name: 'all', url: receiver.url, events: [...events] });
  const load = startLoad(laurel, tenant, session, () => {
    // The test's own data must not count.
    mailbox.mails.length = 0;
    receiver.received.length = 0;
  });
  const samples: Sample[] = [];
  for (const start = Date.now(); Date.now() - start < DURATION; await sleep(SAMPLE)) samples.push(await sample(laurel));
  const rounds = await load.stop();
  await idle(laurel, tenant);
  const [first, second] = [samples.slice(0, samples.length / 2), samples.slice(samples.length / 2)];
  const most = (of: 'connections' | 'fileDescriptors') => Math.max(...first.map((one) => one[of]));
  const { connections, fileDescriptors, processes } = await sample(laurel);
  const slope = slopeOf(second.map(({ at, megabytes }) => [at / MINUTE, megabytes]));
  const minutes = Math.round(DURATION / 6000) / 10;
  const what = `memory after half of ${minutes} minutes, ${rounds} rounds, ${processes} processes, grows by`;
  timing({ fault: 'F30', what, measured: Number(slope.toFixed(2)), wanted: 1, unit: 'MB a minute' });
  const at = `at the end of ${minutes} minutes (most in their first half)`;
  // Pools fill for minutes, so a short run only records these.
  timing({ fault: 'F30', what: `connections ${at}`, measured: connections, wanted: most('connections') });
  timing({ fault: 'F30', what: `open files ${at}`, measured: fileDescriptors, wanted: most('fileDescriptors') });
  expect((await reconcile(laurel.installation.services)).violations).toEqual([]);
});

async function sample(laurel: Laurel): Promise<Sample> {
  const db = database(laurel.installation.services.em());
  // Connections of the test's own pool are counted, too, in the same number each time.
  const { rows } = await sql<{ connections: number }>`
    select count(*)::int as connections from pg_stat_activity where datname = current_database()`.execute(db);
  const held = await heldBy(laurel.process.pid ?? 0);
  return { ...held, at: Date.now(), connections: rows[0]?.connections ?? 0 };
}

/** Starts a steady load that two cores can carry: four rounds of consecutive calls per second. */
function startLoad(laurel: Laurel, tenant: Tenant, session: Record<string, string>, forget: () => void) {
  const owner = nativeClient(laurel, session);
  let stopped = false;
  let rounds = 0;
  const run = async () => {
    for (; !stopped; rounds++) {
      const started = Date.now();
      await round(laurel, tenant, { owner, session }, rounds);
      forget();
      await sleep(Math.max(0, 250 - (Date.now() - started)));
    }
  };
  const running = run();
  return {
    async stop(): Promise<number> {
      stopped = true;
      await running;
      return rounds;
    },
  };
}

type People = { owner: ReturnType<typeof nativeClient>; session: Record<string, string> };

async function round(laurel: Laurel, tenant: Tenant, { owner, session }: People, number: number): Promise<void> {
  const { key, templateId, organisationId } = tenant;
  const recipient = { variables: { ...VARIABLES, name: `Recipient ${number}` }, recipientEmail: 'a@example.org' };
  const body = { templateId, ...recipient, sendEmail: number % 2 === 0 };
  const { body: issued } = await laurel.call('/certificates', { key, body });
  const ready = await laurel.rendered(key, issued.id);
  await Promise.all([
    laurel.call(`/verify/${ready.verificationHash}`),
    laurel.call(`/certificates/${crypto.randomUUID()}`, { key }),
    laurel.call('/certificates', { key, body: { templateId, variables: {} } }),
    ...[ready.pdfUrl, ready.imageUrl, ready.verificationUrl].map((url) => download(url)),
  ]);
  await Promise.all([
    owner.session.get.query(),
    owner.certificates.list.query({ limit: 20 }),
    owner.statistics.overview.query(),
    owner.organisation.update.mutate({ emailSubject: `Subject ${number}` }),
  ]);
  if (number % 8 !== 0) return;
  const recipients = Array(5).fill(recipient);
  const { body: batch } = await laurel.call('/batches', { key, body: { templateId, recipients } });
  await laurel.completed(key, batch.batchId);
  for (const kind of ['zip', 'csv'])
    await download(`${laurel.url}/exports/batches/${batch.batchId}.${kind}?organisationId=${organisationId}`, session);
}

async function download(url: string, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  expect(response.status, url).toBe(200);
}

/** Waits until no work is left and idle connections are closed. */
async function idle(laurel: Laurel, { organisationId }: Tenant): Promise<void> {
  const pending = sql`
    select id from emails where organisation_id = ${organisationId} and status in ('QUEUED', 'SENDING')
    union all select id from webhook_deliveries where organisation_id = ${organisationId} and status = 'PENDING'`;
  const read = async () => (await pending.execute(database(laurel.installation.services.em()))).rows;
  await waitFor('the end of e-mails and deliveries', read, ({ length }) => length === 0, { everyMs: 100 });
}

/** Returns the slope by least squares. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const covariance = mean(points.map(([x, y]) => (x - meanX) * (y - meanY)));
  return covariance / mean(points.map(([x]) => (x - meanX) ** 2));
}
