import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { runBulkAction } from '../../domain/bulk/run.ts';
import { createNumberSeries } from '../../domain/numbering/create.ts';
import { failRendering } from '../../domain/rendering/fail.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { figure } from '../support/faults.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

/** Tables with rows that most changes of an organisation lock, in the order of docs/database.md. */
const ORDER = [
  'number_counters',
  'rate_limits',
  'audit_heads',
  'render_turns',
  'credit_balances',
  'template_usage',
  'status_lists',
  'recipients',
  'mail_turns',
  'event_heads',
];

let laurel: Laurel;
let tenant: Tenant;
let people: ReturnType<typeof nativeClient>;
let holder: pg.Client;
let observer: pg.Client;
beforeAll(async () => {
  // Without workers, so that nothing but the call locks rows.
  laurel = await Laurel.start({ ROLE: 'api', SMTP_URL: 'smtp://localhost:9' });
  const made = await laurel.tenant({ credits: 1000 });
  await createNumberSeries(laurel.context(made), { name: 'All', pattern: '{####}', start: 1, reset: 'never' });
  const box = { x: 10, y: 10, width: 280, height: 40, font: 'Inter', size: 12 };
  const { id: templateId } = await importTemplate(laurel.context(made), {
    name: 'Numbered',
    recipientNameVariable: 'name',
    numbering: { series: 'All' },
    page: { width: 300, height: 200 },
    elements: [{ type: 'text', ...box, text: '{{name}}' }],
  });
  tenant = { ...made, templateId };
  people = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@example.org', 'owner'));
  [holder, observer] = await Promise.all([connect(), connect()]);
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: laurel.databaseUrl });
  await client.connect();
  atEndOfFile(() => client.end());
  return client;
}

let count = 0;
const post = async (path: string, body: object = {}) => {
  const answer = await laurel.call(path, { key: tenant.key, body });
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body]);
  return answer.body;
};
const recipient = () => ({ variables: { name: 'Ada' }, recipientEmail: `ada${count++}@example.org` });
const issue = () => post('/certificates', { templateId: tenant.templateId, ...recipient(), sendEmail: true });

/** Calls that change certificates. Each gets the id of a certificate that was issued for it. */
const CALLS: Record<string, (id: string, other: string) => Promise<unknown>> = {
  'issuing with a key': issue,
  'issuing as a person': () => people.certificates.generate.mutate({ templateId: tenant.templateId, ...recipient() }),
  'issuing a batch': () => post('/batches', { templateId: tenant.templateId, recipients: [recipient(), recipient()] }),
  renewing: (id) => post(`/certificates/${id}/renew`),
  'correcting the address': (id) =>
    post(`/certificates/${id}/correct`, { ...recipient(), variables: { name: 'Grace' }, reason: 'r', sendEmail: true }),
  'sending again': (_, other) => post(`/certificates/${other}/email`),
  'sending to another address': (id) =>
    post(`/certificates/${id}/email`, { recipientEmail: recipient().recipientEmail }),
  'changing the expiry': (id) => post(`/certificates/${id}/expiry`, { expiresAt: '2050-01-01', reason: 'r' }),
  'revoking with an e-mail': (_, other) => post(`/certificates/${other}/revoke`, { reason: 'r', sendEmail: true }),
  'e-mailing many': (id, other) => bulk(people.certificates.emailMany.mutate({ selection: { ids: [id, other] } })),
  'revoking many': (id, other) =>
    bulk(people.certificates.revokeMany.mutate({ selection: { ids: [id, other] }, reason: 'r', sendEmail: true })),
  'tagging many': (id) => people.certificates.changeTags.mutate({ selection: { ids: [id] }, add: [`t${count++}`] }),
  'giving a rendering up': (certificateId) =>
    failRendering(laurel.installation.services, { organisationId: tenant.organisationId, certificateId }),
};

/** Runs a bulk action as a worker does. */
async function bulk(started: Promise<{ id: string }>): Promise<void> {
  const { id: actionId } = await started;
  await runBulkAction(laurel.installation.services, { organisationId: tenant.organisationId, actionId });
}

/** Condition on the rows that a test locks: of counters those of mailboxes, which are hashed, and of other tables the organisation's. */
const ownRows = (table: string) =>
  table === 'rate_limits' ? "key ~ '^mail-certificate:[0-9a-f]{64}$'" : `organisation_id = '${tenant.organisationId}'`;

/** Returns the tables of which another transaction has locked rows. */
async function lockedOf(tables: readonly string[]): Promise<string[]> {
  const locked: string[] = [];
  for (const table of tables) {
    const where = ownRows(table);
    const { rowCount: all } = await observer.query(`select from ${table} where ${where}`);
    const { rowCount: free } = await observer.query(`select from ${table} where ${where} for update skip locked`);
    if (free !== all) locked.push(table);
  }
  return locked;
}

/** Makes a call while the test has locked a table's rows. Returns the later tables that the call has locked while it waits. */
async function lockedBefore(table: string, call: () => Promise<unknown>): Promise<string[]> {
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  await holder.query('begin');
  await holder.query(`select from ${table} where ${ownRows(table)} for update`);
  let hasEnded = false;
  const ending = call().finally(() => {
    hasEnded = true;
  });
  const isWaiting = async () =>
    (await observer.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [rows[0]?.pid]))
      .rowCount;
  await waitFor('the end of the call, or its wait for a lock', async () => hasEnded || (await isWaiting()), Boolean, {
    everyMs: 5,
  });
  const locked = hasEnded ? [] : await lockedOf(ORDER.slice(ORDER.indexOf(table) + 1));
  await holder.query('rollback');
  await ending;
  return locked;
}

test.each(Object.entries(CALLS))('%s locks rows in the common order', async (name, call) => {
  const early: string[] = [];
  for (const table of ORDER) {
    const [one, other] = await Promise.all([issue(), issue()]);
    const [id, otherId] = [one.id, other.id].sort();
    // Only the second mailbox has a counter that the test can lock.
    await post(`/certificates/${otherId}/email`);
    early.push(...(await lockedBefore(table, () => call(id, otherId))).map((locked) => `${locked} before ${table}`));
  }
  expect(early).toEqual([]);
  figure({ fault: 'F58', what: `locks taken too early by ${name}`, measured: early.length, wanted: 0 });
});
