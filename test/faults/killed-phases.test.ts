import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { database } from '../../database/sql.ts';
import { recentBulkActions } from '../../domain/bulk/read.ts';
import { startBulkAction } from '../../domain/bulk/start.ts';
import { changeAllowance } from '../../domain/imports/change-allowance.ts';
import { readAllowance } from '../../domain/imports/read-allowance.ts';
import { createNumberSeries } from '../../domain/numbering/create.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { reconcile } from '../support/batches.ts';
import { operate } from '../support/command.ts';
import { figure, isLong, scale } from '../support/faults.ts';
import { HeldWrites, type Write } from '../support/held-writes.ts';
import type { Laurel, Tenant } from '../support/laurel.ts';
import { startWithLog } from '../support/log.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { pdfOf, uploadOriginal } from '../support/original-pdf.ts';
import { BARE } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

if (!isLong) vi.setConfig({ testTimeout: 300_000 });

const DAY_MS = 24 * 60 * 60 * 1000;
const box = { x: 10, width: 280, height: 40, font: 'Inter', size: 12 };
const DESIGN = {
  name: 'Course',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [{ type: 'text', ...box, y: 10, text: '{{name}}' }],
};
/** Certificates of an import. Those beyond the allowance, if rendered, cost a credit. */
const COUNT = scale(12, 1000);
const BEYOND = 5;
/** Each round kills the product once, while a write of each subject is held. */
const ROUNDS = 5;

/** A change that is repeated until it is answered, and its effect. */
interface Change {
  run(): Promise<unknown>;
  /** Waits for the end of everything that follows from the change, and returns its effect. */
  effect(): Promise<object>;
  expected: object;
}

interface Subject {
  tenant: Tenant;
  /** The write at which the product is killed, in each round. */
  phases: Write[];
  prepare(round: number): Promise<Change>;
}

let laurel: Laurel;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await Mailbox.start();
  laurel = await startWithLog({ SMTP_URL: mailbox.url, MAIL_FROM: 'c@example.org' }, { isApart: true });
});

const insert = (table: string, where = 'true'): Write => ({ table, operation: 'insert', where });
const update = (table: string, where = 'true'): Write => ({ table, operation: 'update', where });
/** Returns the write for a tenant's rows only. */
const of = ({ organisationId }: Tenant, write: Write): Write => ({
  ...write,
  where: `new.organisation_id = '${organisationId}' and (${write.where})`,
});
const statement = (kind: string) => insert('seals', `new.statement like '%"kind":"${kind}"%'`);
const eventOf = (type: string) => insert('events', `new.type = '${type}'`);

async function tenantWith(more: object = {}): Promise<Tenant> {
  const tenant = await laurel.tenant({ credits: 10_000 });
  const { id: templateId } = await importTemplate(laurel.context(tenant), { ...DESIGN, ...more });
  return { ...tenant, templateId };
}

/** Repeats a call with the same key until it is answered, as clients do. */
async function answered({ key }: Tenant, path: string, body: object) {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const call = () => laurel.call(path, { key, body, headers }).catch(() => ({ status: 0, body: null }));
  const isAnswered = ({ status }: { status: number }) => ![0, 409, 502, 503].includes(status);
  const { status, body: answer } = await waitFor(`an answer of ${path}`, call, isAnswered, { everyMs: 200 });
  if (status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
}

async function issued(tenant: Tenant, more: object = {}) {
  const body = { templateId: tenant.templateId, variables: { name: 'Ada' }, ...more };
  const { id } = await answered(tenant, '/certificates', body);
  return laurel.rendered(tenant.key, id);
}

async function rows<Row>(text: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await text.execute(database(laurel.installation.services.em()))).rows;
}

/** Returns the number of events of each type about certificates. */
async function eventsAbout(ids: readonly string[]): Promise<Record<string, number>> {
  const found = await rows(sql<{ type: string; number: number }>`
    select type, count(*)::int as number from events where subject_id = any(${ids}::uuid[]) group by 1`);
  return Object.fromEntries(found.map(({ type, number }) => [type, number]));
}

const balanceOf = async ({ key }: Tenant): Promise<number> => (await laurel.call('/credits', { key })).body.balance;

/** Returns the number of certificates that verify, each with files that can be downloaded. */
async function genuine({ key }: Tenant, ids: readonly string[]): Promise<number> {
  let number = 0;
  for (const id of ids) {
    const certificate = await laurel.rendered(key, id);
    const { valid } = (await laurel.call(`/verify/${certificate.verificationHash}`)).body;
    const urls = [certificate.pdfUrl, certificate.imageUrl, certificate.credentialUrl];
    const answers = await Promise.all(urls.map((url) => fetch(url)));
    if (valid && answers.every(({ status }) => status === 200)) number++;
  }
  return number;
}

async function importing(hasOriginals: boolean): Promise<Subject> {
  const tenant = await tenantWith();
  const idsOf = async (round: number) =>
    (
      await rows(sql<{ id: string }>`select id from certificates
        where organisation_id = ${tenant.organisationId} and external_id like ${`${round}-%`}`)
    ).map(({ id }) => id);
  const prepare = async (round: number): Promise<Change> => {
    const em = laurel.installation.services.em();
    const granted = COUNT - BEYOND;
    const { used } = await readAllowance(laurel.context(tenant));
    await em.transactional((inner) =>
      changeAllowance(inner, laurel.context(tenant), () => ({ granted: used + granted })),
    );
    const balance = await balanceOf(tenant);
    const run = async () => {
      const originals = hasOriginals ? [`${round} A`, `${round} B`] : [];
      const files: string[] = [];
      for (const text of originals) {
        const upload = () => uploadOriginal(laurel, tenant.key, text).catch(() => ({ status: 0, body: null }));
        const { body } = await waitFor('an upload', upload, ({ status }) => status === 201, { everyMs: 200 });
        files.push(body.file);
      }
      const certificates = Array.from({ length: COUNT }, (_, index) => ({
        ...{ recipientName: `Recipient ${index}`, awardedOn: '2021-05-03' },
        ...{ externalId: `${round}-${index}`, number: `${round}/${index}`, legacyCode: `${round}.${index}` },
        ...(hasOriginals && { originalPdf: files[index % files.length] }),
      }));
      await answered(tenant, '/certificates/import', { templateId: tenant.templateId, certificates });
    };
    const effect = async () => {
      const ids = await idsOf(round);
      return {
        ...{ genuine: await genuine(tenant, ids), events: await eventsAbout(ids) },
        used: (await readAllowance(laurel.context(tenant))).used - used,
        credits: balance - (await balanceOf(tenant)),
      };
    };
    const credits = hasOriginals ? 0 : BEYOND;
    return {
      run,
      effect,
      expected: { genuine: COUNT, events: { 'certificate.imported': COUNT }, used: granted, credits },
    };
  };
  const phases = hasOriginals
    ? [insert('files'), insert('import_files'), update('import_files'), statement('issue'), insert('idempotency_keys')]
    : [
        update('import_allowances'),
        insert('certificates'),
        insert('idempotency_keys'),
        insert('files'),
        statement('issue'),
      ];
  return { tenant, phases, prepare };
}

/** A correction is a new revision with a new address, which is announced once. */
async function correction(): Promise<Subject> {
  const tenant = await tenantWith();
  const prepare = async (round: number): Promise<Change> => {
    const before = await issued(tenant);
    const balance = await balanceOf(tenant);
    const body = { variables: { name: `Ada ${round}` }, reason: 'x' };
    const effect = async () => {
      const ended = () => eventsAbout([before.id]);
      const events = await waitFor('the files', ended, ({ 'certificate.ready': ready = 0 }) => ready > 1);
      const after = await laurel.rendered(tenant.key, before.id);
      const { body: former } = await laurel.call(`/verify/${before.verificationHash}`);
      return {
        ...{ events, revision: after.revision, genuine: await genuine(tenant, [before.id]) },
        ...{ leads: former.replacedBy === after.verificationUrl, credits: balance - (await balanceOf(tenant)) },
        formerFile: (await fetch(before.pdfUrl)).status,
      };
    };
    const events = { 'certificate.issued': 1, 'certificate.ready': 2, 'certificate.corrected': 1 };
    const expected = { events, revision: 2, genuine: 1, leads: true, credits: 0, formerFile: 410 };
    return { run: () => answered(tenant, `/certificates/${before.id}/correct`, body), effect, expected };
  };
  const phases = [
    insert('certificate_revisions'),
    statement('correct'),
    insert('files'),
    statement('reissue'),
    eventOf('certificate.ready'),
  ];
  return { tenant, phases, prepare };
}

/** A renewal costs one credit, takes the next number, and is mailed once. */
async function renewal(): Promise<Subject> {
  const tenant = await tenantWith();
  await createNumberSeries(laurel.context(tenant), { name: 'N', pattern: '{####}', start: 1, reset: 'never' });
  const { id: templateId } = await importTemplate(laurel.context(tenant), { ...DESIGN, numbering: { series: 'N' } });
  const numbered = { ...tenant, templateId };
  const prepare = async (round: number): Promise<Change> => {
    const recipientEmail = `renewed-${round}@example.org`;
    const before = await issued(numbered, { recipientEmail });
    const balance = await balanceOf(numbered);
    const run = () => answered(numbered, `/certificates/${before.id}/renew`, { sendEmail: true });
    const effect = async () => {
      const { renewedBy } = (await laurel.call(`/certificates/${before.id}`, { key: tenant.key })).body;
      await laurel.rendered(tenant.key, renewedBy);
      const isMailed = () => mailbox.mails.filter((mail) => recipientsOf(mail).includes(recipientEmail)).length;
      const mails = await waitFor('the e-mail', isMailed);
      const { number } = (await laurel.call(`/certificates/${renewedBy}`, { key: tenant.key })).body;
      return {
        ...{ mails, genuine: await genuine(numbered, [renewedBy]), credits: balance - (await balanceOf(numbered)) },
        ...{ old: await eventsAbout([before.id]), new: await eventsAbout([renewedBy]) },
        next: Number(number) - Number(before.number),
      };
    };
    const issuedOnce = { 'certificate.issued': 1, 'certificate.ready': 1 };
    const expected = {
      ...{
        mails: 1,
        genuine: 1,
        credits: 1,
        old: issuedOnce,
        new: { ...issuedOnce, 'certificate.renewed': 1 },
        next: 1,
      },
    };
    return { run, effect, expected };
  };
  const phases = [
    insert('number_counters'),
    insert('certificates'),
    insert('emails'),
    eventOf('certificate.renewed'),
    statement('issue'),
  ];
  return { tenant: numbered, phases, prepare };
}

/** A change of expiry adds a statement, and makes another credential. */
async function expiry(): Promise<Subject> {
  const tenant = await tenantWith();
  const prepare = async (): Promise<Change> => {
    const before = await issued(tenant, { expiresAt: '2095-06-30' });
    const body = { expiresAt: '2094-12-31', reason: 'x' };
    const effect = async () => {
      const { id } = before;
      const after = await laurel.rendered(tenant.key, id);
      return {
        ...{ expiresAt: after.expiresAt, genuine: await genuine(tenant, [id]), events: await eventsAbout([id]) },
        isSamePdf: after.pdfUrl === before.pdfUrl,
      };
    };
    const events = { 'certificate.issued': 1, 'certificate.ready': 1, 'certificate.expiry_changed': 1 };
    const expected = { expiresAt: '2095-01-01T00:00:00.000Z', genuine: 1, events, isSamePdf: true };
    return { run: () => answered(tenant, `/certificates/${before.id}/expiry`, body), effect, expected };
  };
  const phases = [
    insert('files'),
    statement('expiry'),
    statement('reissue'),
    eventOf('certificate.expiry_changed'),
    update('certificates', 'new.credential_edition > old.credential_edition'),
  ];
  return { tenant, phases, prepare };
}

/** Bulk actions of people, which workers run. */
async function bulk(kind: 'EXPIRY' | 'RENEW'): Promise<Subject> {
  const tenant = await tenantWith();
  const number = 3;
  const prepare = async (): Promise<Change> => {
    const ids: string[] = [];
    while (ids.length < number) ids.push((await issued(tenant)).id);
    const balance = await balanceOf(tenant);
    const context = { ...laurel.context(tenant), idempotency: undefined };
    const action = { kind, selection: { ids }, ...(kind === 'EXPIRY' && { expiresAt: '2094-12-31', reason: 'x' }) };
    const read = async () => (await recentBulkActions(context)).actions[0];
    const effect = async () => {
      const done = await waitFor('the end of the action', read, (one) => one?.completedAt != null);
      const renewals = await rows(sql<{ id: string }>`select id from certificates
        where organisation_id = ${tenant.organisationId} and renewal_of = any(${ids}::uuid[])`);
      const made = renewals.map(({ id }) => id);
      return {
        ...{ processed: done?.processed, skipped: done?.skipped, genuine: await genuine(tenant, [...ids, ...made]) },
        ...{ old: await eventsAbout(ids), new: await eventsAbout(made), credits: balance - (await balanceOf(tenant)) },
      };
    };
    const old = { 'certificate.issued': number, 'certificate.ready': number };
    const expected =
      kind === 'EXPIRY'
        ? { genuine: number, old: { ...old, 'certificate.expiry_changed': number }, new: {}, credits: 0 }
        : { genuine: 2 * number, old, new: { ...old, 'certificate.renewed': number }, credits: number };
    return {
      ...{
        run: () => startBulkAction(context, action),
        effect,
        expected: { processed: number, skipped: 0, ...expected },
      },
    };
  };
  const phases =
    kind === 'EXPIRY'
      ? [
          statement('expiry'),
          update('bulk_actions'),
          insert('files'),
          statement('reissue'),
          eventOf('certificate.expiry_changed'),
        ]
      : [
          insert('certificates'),
          update('bulk_actions'),
          eventOf('certificate.renewed'),
          insert('credit_entries'),
          insert('audit_entries'),
        ];
  return { tenant, phases, prepare };
}

/** A certificate that expires soon is announced once, and its recipient gets one reminder. */
async function reminder(): Promise<Subject> {
  const tenant = await tenantWith({ reminders: { daysBefore: [7] } });
  const prepare = async (round: number): Promise<Change> => {
    const recipientEmail = `reminded-${round}@example.org`;
    const soon = new Date(Date.now() + 5 * DAY_MS).toISOString();
    const { id } = await issued(tenant, { recipientEmail, expiresAt: new Date(Date.now() + 9 * DAY_MS).toISOString() });
    const effect = async () => {
      const read = () => mailbox.mails.filter((mail) => recipientsOf(mail).includes(recipientEmail)).length;
      const mails = await waitFor('the reminder', read);
      return { mails, events: await eventsAbout([id]) };
    };
    const once = {
      'certificate.issued': 1,
      'certificate.ready': 1,
      'certificate.expiry_changed': 1,
      'certificate.expiring': 1,
    };
    const run = () => answered(tenant, `/certificates/${id}/expiry`, { expiresAt: soon, reason: 'x' });
    return { run, effect, expected: { mails: 1, events: once } };
  };
  const phases = [
    insert('emails'),
    update('expiries', 'new.email_id is not null'),
    eventOf('certificate.expiring'),
    insert('mail_turns'),
  ];
  return { tenant, phases, prepare };
}

test('a kill in any phase of an import, a correction, a renewal, a change of expiry or a reminder leaves nothing half done', async () => {
  const subjects = {
    import: await importing(false),
    'import of originals': await importing(true),
    correction: await correction(),
    renewal: await renewal(),
    expiry: await expiry(),
    'expiry of many': await bulk('EXPIRY'),
    'renewal of many': await bulk('RENEW'),
    reminder: await reminder(),
  };
  const wrong: string[] = [];
  let kills = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const changes = new Map<string, Change>();
    for (const [name, { prepare }] of Object.entries(subjects)) changes.set(name, await prepare(round));
    const writes = Object.values(subjects).flatMap(({ tenant, phases: own }) => {
      const phase = own[round];
      return phase ? [of(tenant, phase)] : [];
    });
    kills += writes.length;
    const held = await HeldWrites.hold(laurel, writes);
    const running = Promise.all([...changes.values()].map(({ run }) => run()));
    await held.areHeld();
    await laurel.stop('SIGKILL');
    await held.release();
    await laurel.launch();
    await running;
    for (const [name, { effect, expected }] of changes) {
      const actual = await effect();
      if (!isDeepStrictEqual(actual, expected)) wrong.push(`${name}, round ${round}: ${JSON.stringify(actual)}`);
    }
  }
  figure({
    fault: 'F54',
    what: `wrong after kills in ${kills} phases`,
    measured: wrong.join('; ') || 'none',
    wanted: 'none',
  });
  expect((await reconcile(laurel)).breaches).toEqual([]);
});

test('a kill of the import command imports nothing, and the same command imports everything once', async () => {
  const tenant = await tenantWith();
  const { organisationId, templateId } = tenant;
  const directory = await mkdtemp(join(tmpdir(), 'laurel-killed-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const name of ['a.pdf', 'b.pdf']) await writeFile(join(directory, name), await pdfOf(`Diploma ${name}`));
  const lines = Array.from({ length: COUNT }, (_, index) =>
    [`Recipient ${index}`, '2021-05-03', `K-${index}`, `k.${index}`, ['', 'a.pdf', 'b.pdf'][index % 3]].join(','),
  );
  const file = join(directory, 'table.csv');
  await writeFile(file, ['recipientName,awardedOn,number,legacyCode,originalPdf', ...lines].join('\n'));
  const words = ['certificate', 'import', '--organisation', organisationId, '--template', templateId];
  const options = ['--file', file, '--pdfs', directory];
  const ids = async () =>
    (await rows(sql<{ id: string }>`select id from certificates where organisation_id = ${organisationId}`)).map(
      ({ id }) => id,
    );
  const env = { ...BARE, ...laurel.operatorEnvironment() };
  const phases = [insert('files'), insert('import_files'), update('import_allowances'), insert('certificates')];
  for (const phase of phases) {
    const held = await HeldWrites.hold(laurel, [of(tenant, phase)]);
    const child = spawn(process.execPath, ['server/cli/main.ts', ...words, ...options], { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await held.areHeld();
    child.kill('SIGKILL');
    await ended;
    await held.release();
    expect(await ids()).toEqual([]);
  }
  const { code, out } = await operate(laurel, ...words, ...options);
  expect([code, JSON.parse(out).imported]).toEqual([0, COUNT]);
  const imported = await ids();
  figure({
    fault: 'F54',
    what: `of ${COUNT} rows, genuine after ${phases.length} kills of the command`,
    measured: String(await genuine(tenant, imported)),
    wanted: String(COUNT),
  });
  expect(await eventsAbout(imported)).toEqual({ 'certificate.imported': COUNT });
  expect((await readAllowance(laurel.context(tenant))).used).toBe(COUNT);
  expect((await reconcile(laurel)).breaches).toEqual([]);
});
