import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { database } from '../../database/sql.ts';
import { subscriptionUrl } from '../../domain/expiry/link-subscription.ts';
import { sequence } from '../../domain/log/sequence.ts';
import { recipientIdOf } from '../../domain/recipients/identify.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import type { DesignDocument } from '../../templates-engine/index.ts';
import { figure, isLong, scale } from '../support/faults.ts';
import { sourceSans, uploadFont } from '../support/fonts.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { type Fixture, MUTATIONS, makeFixture, type Prepare, statusOf, succeed } from '../support/mutations.ts';
import { writeLink } from '../support/my.ts';
import { uploadOriginal } from '../support/original-pdf.ts';
import { cookieOf, nativeClient } from '../support/people.ts';
import { photograph, uploadPicture } from '../support/portraits.ts';
import { Receiver } from '../support/receiver.ts';
import { TableFaults, type Touched } from '../support/table-faults.ts';
import { waitFor } from '../support/wait-for.ts';

if (!isLong) vi.setConfig({ testTimeout: 180_000 });

/** Highest n of the nth row that fails. */
const NTH = scale(1, 5);

/** Tables of rate limits, which are counted in memory if their table fails. */
const COUNTERS = ['public.rate_limits', 'auth."rateLimit"'];

/** Tables that the calls and jobs here need not write: better-auth's own for sessions, and bookkeeping of libraries. */
const MAY_BE_UNTOUCHED = [
  // E-mails of test mode; test/api/test-mode.test.ts.
  'public.captured_mails',
  // Written by the periodic check.
  'public.integrity_findings',
  'public.integrity_passes',
  'auth."rateLimit"',
  'auth.session',
  'auth.verification',
  ...['renders', 'batch_renders', 'tasks', 'webhooks', 'mails', 'own_mails'].flatMap((queue) => [
    `laurel_${queue}._private_job_queues`,
    `laurel_${queue}._private_known_crontabs`,
    `laurel_${queue}._private_tasks`,
    `laurel_${queue}.migrations`,
  ]),
  // The queue of organisations' own mail servers; test/faults/own-mail-servers.test.ts.
  'laurel_own_mails._private_jobs',
  // Written at the start.
  'public.keys',
  'public.addresses',
  'public.laurel_migrations',
  // Copies of the log are off, and nothing is restored.
  'public.log_copies',
  'public.log_restores',
  'public.rate_limits',
];

const OPERATIONS: Record<string, Prepare> = {
  'POST /certificates with an Idempotency-Key': async ({ laurel, tenant, session }) => {
    const headers = { ...session, 'Idempotency-Key': `single ${Math.random()}` };
    const input = { templateId: tenant.templateId, variables: VARIABLES };
    return () => nativeClient(laurel, headers).certificates.generate.mutate(input);
  },
  ...MUTATIONS,
  'session.chooseLanguage': async ({ owner }) => {
    let count = 0;
    return () => owner.session.chooseLanguage.mutate({ language: count++ % 2 === 0 ? 'de' : 'fr' });
  },
  'certificates.generate with a number': async ({ owner, design }) => {
    const series = crypto.randomUUID();
    await owner.numberSeries.create.mutate({ name: series, pattern: `${series} {#}` });
    const numbered = { ...design, numbering: { series } } as unknown as DesignDocument;
    const { id: templateId } = await owner.templates.create.mutate({ design: numbered });
    return () => owner.certificates.generate.mutate({ templateId, variables: VARIABLES });
  },
  'POST /assets': async ({ laurel, tenant: { key } }) => {
    let count = 0;
    // A different picture each time, because a known one changes little.
    return async () => {
      const color = `#${(count++).toString(16).padStart(2, '0')}${Date.now().toString(16).slice(-4)}`;
      await succeed(uploadPicture(laurel, key, await photograph(color)));
    };
  },
  'POST /certificates/import/files': async ({ laurel, tenant: { key } }) => {
    let count = 0;
    // Another PDF each time, because a known one changes little.
    return async () => succeed(uploadOriginal(laurel, key, `${count++} ${Date.now()}`));
  },
  'POST /certificates/import with a PDF': async ({ laurel, tenant: { key } }) => {
    const { body } = await uploadOriginal(laurel, key, 'Original');
    const row = { recipientName: 'Ada', awardedOn: '2021-05-03', originalPdf: body.file };
    return () => succeed(laurel.call('/certificates/import', { key, body: { certificates: [row] } }));
  },
  'templates.create with an uploaded font': async ({ laurel, owner, session, design }) => {
    await uploadFont(laurel, session, await sourceSans('ttf'));
    const elements = (design.elements as { type: string }[]).map((element) =>
      element.type === 'text' ? { ...element, font: 'Source Sans 3' } : element,
    );
    return () => owner.templates.create.mutate({ design: { ...design, elements } as unknown as DesignDocument });
  },
  'POST /my/link': async ({ laurel }) => {
    let count = 0;
    return () => succeed(inPlace(laurel, '/link', { email: `a${count++}@example.org` }));
  },
  'POST /my/enter': async ({ laurel }) => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => writeLink(laurel, 'a@example.org')));
    return () => succeed(inPlace(laurel, '/enter', { token: tokens.pop() ?? '' }));
  },
  'POST /my/enter with a second address': async ({ laurel }) => {
    const Cookie = cookieOf(await inPlace(laurel, '/enter', { token: await writeLink(laurel, 'a@example.org') }));
    const { rows } = await sql<{ id: string }>`select id from my_sessions order by id desc limit 1`.execute(
      database(laurel.installation.services.em()),
    );
    const add = (_: unknown, index: number) => writeLink(laurel, `b${index}@example.org`, rows[0]?.id ?? '');
    const tokens = await Promise.all(Array.from({ length: 8 }, add));
    return () => succeed(inPlace(laurel, '/enter', { token: tokens.pop() ?? '' }, { Cookie }));
  },
  'POST /my/hidden': async (fixture) => {
    const { laurel, certificateId, Cookie } = await placeWithHiding(fixture);
    let hidden = false;
    return () => {
      hidden = !hidden;
      return succeed(inPlace(laurel, '/hidden', { certificateId, hidden: `${hidden}` }, { Cookie }));
    };
  },
  'POST /my/share-links': async (fixture) => {
    const { laurel, certificateId, Cookie } = await placeWithHiding(fixture);
    await succeed(inPlace(laurel, '/hidden', { certificateId, hidden: 'true' }, { Cookie }));
    return () => succeed(inPlace(laurel, '/share-links', { certificateId }, { Cookie }));
  },
  'POST /my/share-links/revoke': async (fixture) => {
    const { laurel, certificateId, Cookie } = await placeWithHiding(fixture);
    await succeed(inPlace(laurel, '/hidden', { certificateId, hidden: 'true' }, { Cookie }));
    for (let count = 0; count < 8; count++)
      await succeed(inPlace(laurel, '/share-links', { certificateId }, { Cookie }));
    const page = await fetch(`${laurel.url}/my`, { headers: { Cookie } });
    const links = [...(await page.text()).matchAll(/name="linkId" value="([^"]+)"/g)].map(([, id = '']) => id);
    return () => succeed(inPlace(laurel, '/share-links/revoke', { linkId: links.pop() ?? '' }, { Cookie }));
  },
  'POST /unsubscribe': async ({ laurel, owner, tenant: { organisationId, templateId } }) => {
    const paths: string[] = [];
    for (let count = 0; count < 20; count++) {
      const recipientEmail = `${crypto.randomUUID()}@example.org`;
      await owner.certificates.generate.mutate({ templateId, variables: VARIABLES, recipientEmail });
      const id = recipientIdOf(organisationId, recipientEmail) ?? '';
      const address = subscriptionUrl(laurel.installation.services, { organisationId, kind: 'REMINDERS', id });
      paths.push(new URL(address).pathname + new URL(address).search);
    }
    return () => succeed(fetch(`${laurel.url}${paths.pop()}`, { method: 'POST' }));
  },
  'GET /verify/{hash}': async ({ laurel, owner, tenant }) => {
    const input = { templateId: tenant.templateId, variables: VARIABLES };
    const { verificationHash } = await owner.certificates.generate.mutate(input);
    return () => succeed(laurel.call(`/verify/${verificationHash}`));
  },
};

/** Sends a form of the recipients' place. */
const inPlace = (laurel: Laurel, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${laurel.url}/my${path}`, {
    ...{ method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) },
  });

/** Issues a certificate whose recipient may hide it, and opens the recipient's place. */
async function placeWithHiding({ laurel, owner, design }: Fixture) {
  const { id: templateId } = await owner.templates.create.mutate({
    design: { ...design, hiding: true } as unknown as DesignDocument,
  });
  const recipientEmail = `${crypto.randomUUID()}@example.org`;
  const { id: certificateId } = await owner.certificates.generate.mutate({
    ...{ templateId, variables: VARIABLES, recipientEmail },
  });
  const Cookie = cookieOf(await inPlace(laurel, '/enter', { token: await writeLink(laurel, recipientEmail) }));
  return { laurel, certificateId, Cookie };
}

const nameOf = ({ table, operation }: Omit<Touched, 'rows'>) => `${operation} ${table}`;
const touchedTables = new Set<string>();
let tables: readonly string[] = [];

test.concurrent('a call whose nth written row fails answers 500 and changes nothing, whatever the table', async () => {
  // Without workers, only the tested call writes rows.
  const laurel = await Laurel.start({ ROLE: 'api', LOG_LEVEL: 'silent' });
  const fixture = await makeFixture(laurel, 'owner@example.org');
  const faults = await TableFaults.install(laurel);
  tables = faults.tables;
  const covered = new Set<string>();
  const halfDone: string[] = [];
  let failed = 0;
  for (const [name, prepare] of Object.entries(OPERATIONS)) {
    const learn = await prepare(fixture);
    await faults.reset();
    expect(await statusOf(learn), name).toBe(200);
    const touched = (await faults.touched()).filter(({ table }) => !COUNTERS.includes(table));
    for (const { table } of touched) touchedTables.add(table);
    const chosen = touched.filter((pair) => isLong || !covered.has(nameOf(pair)));
    if (chosen.length === 0) continue;
    let call = await prepare(fixture);
    let before = await faults.snapshot();
    for (const pair of chosen) {
      for (let nth = 1; nth <= Math.min(NTH, pair.rows); nth++) {
        await faults.arm([{ ...pair, nth }]);
        const status = await statusOf(call);
        const after = await faults.snapshot();
        if (!(await faults.reached())) {
          // Written only the first time, such as the minute of a key's last use.
          expect(status, name).toBe(200);
          [call, before] = [await prepare(fixture), await faults.snapshot()];
          continue;
        }
        covered.add(nameOf(pair));
        failed++;
        const changed = Object.keys(before).filter((table) => after[table] !== before[table]);
        if (status < 500 || changed.length > 0)
          halfDone.push(`${name}, ${nameOf(pair)} number ${nth}: ${status}, ${changed.join(' ')}`);
      }
    }
    await faults.reset();
    expect(await statusOf(call), `${name} after the faults`).toBe(200);
  }
  expect(halfDone).toEqual([]);
  figure({
    fault: 'F4',
    what: `partly executed calls of ${failed} with a failed row`,
    measured: halfDone.length,
    wanted: 0,
  });
  // No worker has appended the statements, and those waiting for more than a minute are violations.
  await sequence(laurel.installation.services, null);
  expect((await reconcile(laurel.installation.services)).violations).toEqual([]);
});

test.concurrent('a job whose nth written row fails is completed once, or given up with its refund', async () => {
  const mailbox = await Mailbox.start();
  const receiver = await Receiver.start();
  const laurel = await Laurel.start({ SMTP_URL: mailbox.url, LOG_LEVEL: 'silent' });
  const tenant = await laurel.tenant({ credits: 100_000 });
  const events = ['certificate.ready', 'certificate.failed', 'batch.completed'] as const;
  await createWebhook(laurel.context(tenant), { name: 'all', url: receiver.url, events: [...events] });
  const faults = await TableFaults.install(laurel);
  await work(laurel, tenant);
  // Written every few seconds, however short the work was.
  const heartbeats = async () => (await faults.touched()).filter(({ table }) => table === 'public.worker_heartbeats');
  await expect.poll(heartbeats).not.toEqual([]);
  const written = (await faults.touched()).filter(({ table }) => !COUNTERS.includes(table));
  for (const { table } of written) touchedTables.add(table);
  // The short form fails one row in each table at once.
  const rounds = isLong
    ? written.flatMap((pair) =>
        Array.from({ length: Math.min(NTH, pair.rows) }, (_, index) => [{ ...pair, nth: index + 1 }]),
      )
    : [written.map((pair) => ({ ...pair, nth: 1 }))];
  let breaches = 0;
  for (const round of rounds) {
    await faults.arm(round);
    await work(laurel, tenant);
    const found = (await reconcile(laurel.installation.services)).violations;
    expect(found, round.map(nameOf).join(', ')).toEqual([]);
    breaches += found.length;
  }
  await faults.reset();
  const what = `rows that break an invariant after ${rounds.length} rounds of failed rows in jobs`;
  figure({ fault: 'F4', what, measured: breaches, wanted: 0 });
  expect(await laurel.call('/credits', { key: tenant.key })).toMatchObject({ status: 200 });
});

test('every table is tested', () => {
  expect(tables.length).toBeGreaterThan(0);
  expect(tables.filter((table) => !touchedTables.has(table) && !MAY_BE_UNTOUCHED.includes(table))).toEqual([]);
});

/** Issues a certificate and a batch, with e-mails, and waits until no work is left. */
async function work(laurel: Laurel, { key, organisationId, templateId }: Tenant): Promise<void> {
  const recipient = { variables: VARIABLES, recipientEmail: 'a@example.org' };
  await acknowledged(laurel, key, '/certificates', { templateId, ...recipient, sendEmail: true });
  await acknowledged(laurel, key, '/batches', { templateId, recipients: Array(4).fill(recipient), sendEmail: true });
  const pending = sql`
    select from certificates where organisation_id = ${organisationId} and render_status in ('PENDING', 'RENDERING')
    union all select from emails where organisation_id = ${organisationId} and status in ('QUEUED', 'SENDING')
    union all select from webhook_deliveries where organisation_id = ${organisationId} and status = 'PENDING'
    union all select from laurel_renders._private_jobs union all select from laurel_batch_renders._private_jobs
    union all select from laurel_webhooks._private_jobs
    union all select from laurel_tasks._private_jobs union all select from laurel_mails._private_jobs
    union all select from laurel_own_mails._private_jobs union all select from seals where log_index is null`;
  const db = database(laurel.installation.services.em());
  const read = async () => (await pending.execute(db)).rows.length;
  await waitFor('the end of all work', read, (count) => count === 0, { everyMs: 100 });
}

/** Retries until the product accepts the call. */
async function acknowledged(laurel: Laurel, key: string, path: string, body: object): Promise<void> {
  const attempt = async () => (await laurel.call(path, { key, body })).status;
  const isAccepted = (status: number) => status === 201 || status === 200;
  await waitFor(
    'an accepted call',
    async () => {
      const status = await attempt();
      if (!isAccepted(status)) expect(status).toBe(500);
      return status;
    },
    isAccepted,
    { everyMs: 0 },
  );
}
