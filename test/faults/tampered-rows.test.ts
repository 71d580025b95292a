import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { revokeApiKey } from '../../domain/api-keys/revoke.ts';
import type { Services } from '../../domain/context.ts';
import { revokeShareLink } from '../../domain/hiding/revoke-link.ts';
import { setHidden } from '../../domain/hiding/set-hidden.ts';
import { allRows } from '../../domain/integrity/run-pass.ts';
import { acceptLink } from '../../domain/my/accept-link.ts';
import { updateOrganisation } from '../../domain/organisations/update.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { updateWebhook } from '../../domain/webhooks/update.ts';
import { figure } from '../support/faults.ts';
import { fillTables, noDeliveries } from '../support/filled-tables.ts';
import { issueHidden } from '../support/hiding.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { logged } from '../support/log.ts';
import { writeLink } from '../support/my.ts';
import { nativeClient, PASSWORD, sessionOf } from '../support/people.ts';
import { openRequest } from '../support/requests.ts';
import { waitFor } from '../support/wait-for.ts';

/**
 * Changes every row and column by SQL, in a transaction that is rolled back. The integrity check, run inside it, must notice. Each
 * exception has a reason.
 */

/** Tables whose rows decide nothing that the check could notice, with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  'auth.rateLimit': 'counts of calls: losing them allows a few more',
  certificate_tags: 'finds certificates by their tags, which decide nothing',
  files: 'the pass over files and each verification compare contents with the sealed ones',
  fonts: 'faces are named by their digests, which designs contain',
  idempotency_keys: 'answers are encrypted for their key; without one a repeated call is executed again',
  integrity_findings: 'the next pass finds the findings again',
  integrity_passes: 'turns of the check, limited by a lease',
  keys: 'encrypted and authenticated as a whole: a changed table stops the start',
  laurel_migrations: 'the start compares them with the schema',
  log_copies: 'work that is due next; the start compares the copies themselves',
  log_restores: 'notes signed by the log',
  captured_mails: 'mails of test mode: sending one to a member compares it with its code',
  sandbox_clocks: 'the time of test mode',
  mail_paces: 'the pace of a mail server',
  mail_turns: 'order of mails',
  person_settings: 'language of screens and mails',
  rate_limits: 'counts of calls: losing them allows a few more',
  recipient_merges: 'groups addresses in lists, and decides nothing',
  render_turns: 'order of renderings',
  library_pictures: 'pictures that a member looks at before a design gets a copy; files are named by their digests',
  saved_filters: 'filters of a list that a member opens',
  template_fonts: 'prevents the removal of a font',
  template_usage: 'a number in a list',
  verification_counts: 'a number in a list',
  verification_days: 'a number in a chart',
  webhook_attempts: 'answers of receivers, for people to read',
  worker_heartbeats: 'live workers, for seconds',
};

/** Rows whose absence only prevents something, which the affected user notices. */
const MAY_BE_DELETED: Readonly<Record<string, string>> = {
  'auth.account': 'the user cannot sign in',
  'auth.session': 'the user is signed out',
  'auth.user': 'the user cannot sign in',
  'auth.verification': 'a reset link does not work',
  api_keys: 'a key does not work',
  assets: 'a picture cannot be shown: renderings fail and are refunded',
  bulk_actions: 'an action stops; each certificate has its own entries',
  correction_requests: 'the recipient gets no answer, and can ask again',
  digest_readers: 'a member gets no digest',
  dkim_keys: 'e-mails are not signed',
  emails: 'an e-mail is not sent, or not shown as sent',
  import_files: 'the import that names it is refused; renderings of earlier imports fail and are refunded',
  invitations: 'a link does not work',
  members: 'a user has no access',
  number_series: 'nothing is issued with its numbers',
  my_addresses: 'a person does not see the certificates of another address',
  my_links: 'a link does not work',
  my_sessions: 'a person asks for another link',
  reminder_stops: 'a recipient gets reminders again',
  share_links: 'a private link does not work',
  template_drafts: 'its author does not find it; publishing again publishes the authentic version',
  webhook_deliveries: 'a log entry; a pending delivery is not made',
  webhooks: 'a receiver gets nothing',
};

/** Columns that state nothing about a certificate and grant, send or decide nothing. */
const FREE: Readonly<Record<string, string>> = {
  api_keys: 'prefix last_used_at',
  assets: 'uploaded_by uploaded_at used_at',
  'auth.account': 'accessToken refreshToken idToken accessTokenExpiresAt refreshTokenExpiresAt scope createdAt',
  'auth.session': 'updatedAt ipAddress userAgent',
  'auth.user': 'image createdAt updatedAt',
  'auth.verification': 'createdAt updatedAt',
  certificates: 'search_text tags',
  expiries: 'due_at is_postponed',
  dkim_keys: 'checked_at',
  emails: 'error refusals claimed_at ended_at',
  import_files: 'uploaded_by uploaded_at used_at',
  log_heads: 'created_at',
  members: 'created_at',
  organisations: 'created_at',
  status_lists: 'next',
  template_drafts: 'name formation_name created_at updated_at',
  templates: 'created_at updated_at revision',
  webhook_deliveries: '',
  webhooks: 'name status error_count created_at last_success_at failing_since disabled_at',
};

/** Tables in which the product writes one row, whose contents cannot be those of another one. */
const ONE_ROW: Readonly<Record<string, string>> = {
  addresses: 'one row until the installation moves',
};

let laurel: Laurel;
let tenant: Tenant;
let tables: string[];
beforeAll(async () => {
  laurel = await Laurel.start({ RATE_LIMIT_DEFAULT: '1000000' });
  tenant = await laurel.tenant({ credits: 1000 });
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@rows.example', 'owner'));
  const helper = await sessionOf(laurel, tenant, 'helper@rows.example', 'admin');
  const context = laurel.context(tenant);
  const certificates = [await laurel.issue(tenant), await laurel.issue(tenant), await laurel.issue(tenant)];
  await laurel.issue(await laurel.tenant());
  const key = await createApiKey(context, { name: 'key', scopes: ['credits:read'] });
  const webhook = await createWebhook(context, { name: 'w', url: 'https://127.0.0.1:9/', events: ['batch.completed'] });
  const invitations = [
    await owner.members.invite.mutate({ email: 'guest@rows.example', role: 'viewer' }),
    await owner.members.invite.mutate({ email: 'other@rows.example', role: 'viewer' }),
    await owner.members.invite.mutate({ email: 'third@rows.example', role: 'viewer' }),
  ];
  const asked = [
    await openRequest(laurel, tenant),
    await openRequest(laurel, tenant),
    await openRequest(laurel, tenant),
  ];
  for (const { certificateId } of asked) await laurel.rendered(tenant.key, certificateId);
  const hidden = [
    await issueHidden(laurel, tenant),
    await issueHidden(laurel, tenant),
    await issueHidden(laurel, tenant),
  ];
  for (const { certificateId } of hidden) await laurel.rendered(tenant.key, certificateId);
  for (const name of ['One', 'Two']) await owner.designs.create.mutate({ design: { name } });
  for (const name of ['one', 'two']) await owner.numberSeries.create.mutate({ name, pattern: `${name}-{#}` });
  for (const name of ['one', 'two']) await openPlace(`${name}@rows.example`);
  const filled = await fillTables(laurel, tenant, { owner, emails: ['owner@rows.example', 'helper@rows.example'] });
  await logged(laurel);
  await sealedChains();
  // Pending in the copy, and failed afterwards.
  await owner.webhooks.ping.mutate({ id: webhook.id });
  ({ rows: tables } = await names());
  // Copies all current rows. Afterwards everything is changed legitimately.
  await run(sql`create schema earlier`);
  for (const table of tables) await run(sql`create table ${copyOf(table)} as select * from ${sql.table(table)}`);
  const [first, second] = certificates.map(({ id }) => id);
  for (const id of [first, second])
    await laurel.call(`/certificates/${id}/revoke`, { key: tenant.key, body: { reason: 'plagiarism' } });
  await laurel.call(`/certificates/${second}/reinstate`, { key: tenant.key, body: {} });
  await updateOrganisation(context, { organizationName: 'Renamed', emailSubject: 'Other' });
  for (const { id } of asked.slice(0, 2)) await owner.requests.decline.mutate({ id, answer: 'No' });
  for (const { certificateId, linkId, recipient } of hidden.slice(0, 1)) {
    await setHidden(recipient, { certificateId, hidden: false });
    await revokeShareLink(recipient, { linkId });
  }
  await revokeApiKey(context, key.id);
  await updateWebhook(context, { id: webhook.id, url: 'https://127.0.0.2:9/' });
  const { members } = await owner.members.list.query();
  const userIdOf = (address: string) => members.find(({ email }) => email === address)?.userId ?? '';
  await owner.members.changeRole.mutate({ userId: userIdOf('helper@rows.example'), role: 'viewer' });
  await owner.members.remove.mutate({ userId: userIdOf('reader@two.example') });
  await owner.members.withdrawInvitation.mutate({ id: invitations[0]?.id ?? '' });
  await owner.webhooks.delete.mutate({ id: filled.webhookId });
  await owner.dkim.remove.mutate();
  await laurel.issue({ ...tenant, templateId: filled.numberedTemplateId }, { name: 'Grace' });
  await changePassword(helper);
  await owner.designs.archive.mutate({ id: tenant.templateId });
  await owner.designs.restore.mutate({ id: tenant.templateId });
  await logged(laurel);
  await noDeliveries(laurel);
  await laurel.stop();
});

async function changePassword(session: Record<string, string>): Promise<void> {
  const { status } = await fetch(`${laurel.url}/auth/change-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: laurel.url, ...session },
    body: JSON.stringify({ currentPassword: PASSWORD, newPassword: 'another battery staple' }),
  });
  expect(status).toBe(200);
}

/** Waits until the heads of all chains are authenticated. Before that, an earlier copy of a head says the same as the current one. */
const sealedChains = () =>
  waitFor(
    'authenticated heads',
    () =>
      run(sql`select from audit_heads where entries > sealed_entries
        union all select from credit_balances where entries > sealed_entries`),
    ({ rows }) => rows.length === 0,
  );

/** Opens a place of two mailboxes, with a link that waits. */
async function openPlace(mailbox: string): Promise<void> {
  const { services } = laurel.installation;
  await acceptLink(services, { token: await writeLink(laurel, mailbox), session: null });
  const { rows } = await run(sql<{ id: string }>`select id from my_sessions where mailbox = ${mailbox}`);
  const session = { id: rows[0]?.id ?? '', mailbox, mailboxes: [mailbox] };
  await acceptLink(services, { token: await writeLink(laurel, `other-${mailbox}`, session.id), session });
  await writeLink(laurel, mailbox, session.id);
}

const run = <Row = unknown>(statement: RawBuilder<Row>, em = laurel.installation.services.em()) =>
  statement.execute(database(em));
const copyOf = (table: string) => sql.table(`earlier.${table.replace('.', '_')}`);

async function names(): Promise<{ rows: string[] }> {
  const { rows } = await sql<{ name: string }>`select case table_schema when 'auth' then 'auth.' || table_name
    else table_name end as name from information_schema.tables
    where table_schema in ('public', 'auth') and table_type = 'BASE TABLE' order by 1`.execute(
    database(laurel.installation.services.em()),
  );
  return { rows: rows.map(({ name }) => name).filter((name) => !(name in EXEMPT)) };
}

class RolledBack extends Error {}

/** Returns true if the integrity check notices an attack, or if PostgreSQL refuses it. Returns null if the attack changes nothing. */
async function isNoticed(attack: RawBuilder<unknown>): Promise<boolean | null> {
  const { services } = laurel.installation;
  let noticed: boolean | null = true;
  await services
    .em()
    .transactional(async (em) => {
      const { numAffectedRows } = await run(attack, em);
      noticed = numAffectedRows === 0n ? null : await finds(services, em);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      // A constraint or a trigger of PostgreSQL refuses it.
      const isRefused = /^(23|P0001)/.test((error as { code?: string }).code ?? '');
      if (!isRefused && !(error instanceof RolledBack)) throw error;
    });
  return noticed;
}

async function finds(services: Services, em: EntityManager): Promise<boolean> {
  const inside = { ...services, em: () => em.fork({ clear: true, keepTransactionContext: true }) };
  for await (const violations of allRows(inside, async () => undefined)) if (violations.length > 0) return true;
  return false;
}

interface Column {
  name: string;
  nullable: boolean;
  type: string;
}

async function columnsOf(table: string): Promise<Column[]> {
  const [schema, name] = table.startsWith('auth.') ? ['auth', table.slice(5)] : ['public', table];
  const { rows } = await run(sql<Column>`select column_name as name, is_nullable = 'YES' as nullable, udt_name as type
    from information_schema.columns where table_schema = ${schema} and table_name = ${name}
      and is_generated = 'NEVER'`);
  return rows.filter((column) => !(FREE[table] ?? '').split(' ').includes(column.name));
}

/** Returns rows of a table for attacks: the first, the last, and one between them. */
async function placesIn(table: string, where = sql``): Promise<string[]> {
  const { rows } = await run(
    sql<{ place: string }>`select ctid::text as place from ${sql.table(table)} ${where} order by ctid`,
  );
  const all = rows.map(({ place }) => place);
  return [...new Set([all[0], all[Math.floor(all.length / 2)], all.at(-1)].flatMap((place) => place ?? []))];
}

/** Tries attacks. Returns the names of unnoticed ones. */
async function unnoticedOf(attacks: readonly (readonly [string, RawBuilder<unknown>])[]): Promise<string[]> {
  const unnoticed: string[] = [];
  for (const [name, attack] of attacks) if ((await isNoticed(attack)) === false) unnoticed.push(name);
  return [...new Set(unnoticed)];
}

/** Returns a column by its exact name, because better-auth's names have capitals. */
const column = (name: string) => sql.raw(`"${name}"`);
const at = (place: string) => sql`where ctid = ${place}::tid`;

/** Returns true for a table with several rows of an organisation. */
const hasRowsOfOne = async (table: string): Promise<boolean> => {
  const keys = await keysOf(table);
  return keys.includes('organisation_id') && keys.length > 1;
};

/** Condition for rows of the tenant, or of the installation and of organisations with one row each. */
const ofOne = async (table: string) =>
  (await hasRowsOfOne(table)) ? sql`where organisation_id = ${tenant.organisationId}` : sql``;

test('every table has rows for all changes', async () => {
  const lacking: string[] = [];
  for (const table of tables) {
    const { rows } = await run(
      sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} ${await ofOne(table)}`,
    );
    if ((rows[0]?.n ?? 0) < (table in ONE_ROW ? 1 : 2)) lacking.push(table);
  }
  expect(lacking).toEqual([]);
});

test('unchanged rows cause no alarm', async () => {
  const { services } = laurel.installation;
  const found = [];
  for await (const violations of allRows(services, async () => undefined)) found.push(...violations);
  expect(found).toEqual([]);
});

test('a deleted row is noticed', async () => {
  const attacks: [string, RawBuilder<unknown>][] = [];
  for (const table of tables.filter((name) => !(name in MAY_BE_DELETED)))
    for (const place of await placesIn(table)) attacks.push([table, sql`delete from ${sql.table(table)} ${at(place)}`]);
  expect(attacks.length).toBeGreaterThan(20);
  const measured = (await unnoticedOf(attacks)).join(', ') || 'none';
  figure({
    fault: 'F29',
    what: `tables of ${attacks.length} deleted rows that went unnoticed`,
    measured,
    wanted: 'none',
  });
});

test('NULL in a column is noticed', async () => {
  const attacks: [string, RawBuilder<unknown>][] = [];
  for (const table of tables)
    for (const { name, nullable } of await columnsOf(table))
      if (nullable)
        attacks.push([
          `${table}.${name}`,
          sql`update ${sql.table(table)} set ${column(name)} = null where ctid = (
            select ctid from ${sql.table(table)} where ${column(name)} is not null limit 1)`,
        ]);
  expect(attacks.length).toBeGreaterThan(20);
  const measured = (await unnoticedOf(attacks)).join(', ') || 'none';
  figure({ fault: 'F29', what: `columns of ${attacks.length} set to NULL unnoticed`, measured, wanted: 'none' });
});

/** Returns another value of the type. */
function changed({ name, type }: Column): RawBuilder<unknown> {
  const before = column(name);
  const values: Record<string, RawBuilder<unknown>> = {
    uuid: sql`gen_random_uuid()`,
    text: sql`coalesce(${before}, '') || 'x'`,
    bool: sql`not ${before}`,
    int2: sql`${before} + 1`,
    int4: sql`${before} + 1`,
    date: sql`${before} + 1`,
    int8: sql`${before} + 1`,
    jsonb: sql`coalesce(${before}, '{}') || '{"x": "y"}'`,
    timestamptz: sql`coalesce(${before}, now()) + interval '1 second'`,
    bytea: sql`coalesce(${before}, '') || '\\x00'`,
    _text: sql`array_append(${before}, 'x')`,
    _uuid: sql`array_append(${before}, gen_random_uuid())`,
  };
  const value = values[type];
  if (!value) throw new Error(`no way to change a ${type}`);
  return sql`${before} = ${value}`;
}

test('a pair of changed columns is noticed', async () => {
  const attacks: [string, RawBuilder<unknown>][] = [];
  for (const table of tables) {
    const columns = await columnsOf(table);
    const [place] = await placesIn(table);
    if (place === undefined) continue;
    // Each column with the one three positions later, so that every column is tried twice.
    for (const [index, one] of columns.entries()) {
      const other = columns[(index + 3) % columns.length];
      if (!other || other === one) continue;
      const set = sql.join([changed(one), changed(other)]);
      attacks.push([`${table}.${one.name}+${other.name}`, sql`update ${sql.table(table)} set ${set} ${at(place)}`]);
    }
  }
  // A schedule without notices has no code.
  for (const change of [sql`reminded_days = 7`, sql`digest_at = now()`])
    attacks.push([
      'expiries without a code',
      sql`update expiries set ${change} where ctid = (select ctid from expiries where mac is null limit 1)`,
    ]);
  expect(attacks.length).toBeGreaterThan(50);
  const measured = (await unnoticedOf(attacks)).join(', ') || 'none';
  figure({ fault: 'F29', what: `pairs of ${attacks.length} columns changed unnoticed`, measured, wanted: 'none' });
});

test('a row with the contents of another one is noticed', async () => {
  const attacks: [string, RawBuilder<unknown>][] = [];
  for (const table of tables) {
    const contents = (await columnsOf(table))
      .map(({ name }) => name)
      .filter((name) => !/^(id|organisation_id|organisationId)$/.test(name));
    const set = sql.join(contents.map((name) => sql`${column(name)} = o.${column(name)}`));
    // Rows of one organisation, and the first and the last of all.
    for (const where of [await ofOne(table), sql``]) {
      const [one, ...more] = await placesIn(table, where);
      const last = more.at(-1);
      if (one === undefined || last === undefined) continue;
      attacks.push([
        table,
        sql`update ${sql.table(table)} r set ${set} from ${sql.table(table)} o where r.ctid = ${one}::tid and o.ctid = ${last}::tid`,
      ]);
    }
  }
  expect(attacks.length).toBeGreaterThan(8);
  const measured = (await unnoticedOf(attacks)).join(', ') || 'none';
  figure({
    fault: 'F29',
    what: `tables of ${attacks.length} whose rows were exchanged unnoticed`,
    measured,
    wanted: 'none',
  });
});

test('a restored deleted row is noticed', async () => {
  const attacks: [string, RawBuilder<unknown>][] = [];
  for (const table of tables) {
    const same = sql.join(
      (await keysOf(table)).map((key) => sql`r.${column(key)} = k.${column(key)}`),
      sql` and `,
    );
    const missing = sql`from ${copyOf(table)} k where not exists (select from ${sql.table(table)} r where ${same})`;
    if ((await run(sql`select ${missing}`)).rows.length > 0)
      attacks.push([table, sql`insert into ${sql.table(table)} select k.* ${missing}`]);
  }
  expect(attacks.map(([table]) => table)).toEqual(
    expect.arrayContaining(['auth.session', 'dkim_keys', 'invitations', 'members', 'share_links', 'webhooks']),
  );
  const measured = (await unnoticedOf(attacks)).join(', ') || 'none';
  figure({ fault: 'F29', what: 'tables of deleted rows restored unnoticed', measured, wanted: 'none' });
});

test('a restored earlier copy of a row is noticed', async () => {
  const attacks: [string, RawBuilder<unknown>][] = [];
  for (const table of tables) {
    const keys = await keysOf(table);
    const columns = (await columnsOf(table)).map(({ name }) => name);
    const same = sql.join(
      keys.map((key) => sql`r.${column(key)} = k.${column(key)}`),
      sql` and `,
    );
    const set = sql.join(columns.map((name) => sql`${column(name)} = k.${column(name)}`));
    const differs = sql`(${sql.join(columns.map((name) => sql`r.${column(name)}`))}) is distinct from (${sql.join(columns.map((name) => sql`k.${column(name)}`))})`;
    const { rows } = await run(sql<{ place: string }>`select r.ctid::text as place from ${sql.table(table)} r
      join ${copyOf(table)} k on ${same} where ${differs} limit 4`);
    for (const { place } of rows)
      attacks.push([
        table,
        sql`update ${sql.table(table)} r set ${set} from ${copyOf(table)} k where ${same} and r.ctid = ${place}::tid`,
      ]);
  }
  expect(attacks.length).toBeGreaterThan(6);
  const measured = (await unnoticedOf(attacks)).join(', ') || 'none';
  figure({
    fault: 'F29',
    what: `tables of ${attacks.length} earlier rows restored unnoticed`,
    measured,
    wanted: 'none',
  });
});

async function keysOf(table: string): Promise<string[]> {
  const { rows } = await run(sql<{ name: string }>`select a.attname as name from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indisprimary and i.indrelid = ${table.replace('auth.user', 'auth."user"')}::regclass`);
  return rows.map(({ name }) => name);
}
