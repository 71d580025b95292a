import { randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { updateOrganisation } from '../../domain/organisations/update.ts';
import { figure, scale } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { logged } from '../support/log.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.start({ RATE_LIMIT_VERIFY: '1000000', RATE_LIMIT_DEFAULT: '1000000' });
  tenant = await laurel.tenant({ credits: 5000 });
});

const db = () => database(laurel.installation.services.em());
const verify = (hash: string) => laurel.call(`/verify/${hash}`);

/** Issues and renders `count` certificates. */
async function issued(count: number): Promise<{ id: string; verificationHash: string }[]> {
  const { key, templateId } = tenant;
  const recipients = Array.from({ length: count }, () => ({
    variables: VARIABLES,
    recipientEmail: 'ada@example.org',
    externalId: 'x',
  }));
  const { body } = await laurel.call('/batches', { key, body: { templateId, recipients } });
  await laurel.completed(key, body.batchId);
  return body.certificates;
}

test('concurrent verifications are all counted', async () => {
  const [certificate] = await issued(1);
  const [callers, calls] = [100, scale(3, 50)];
  const caller = async () => {
    for (let call = 0; call < calls; call++)
      expect((await verify(certificate?.verificationHash ?? '')).status).toBe(200);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const { rows } = await sql<{ hits: number }>`
    select hits from verification_counts where certificate_id = ${certificate?.id}`.execute(db());
  const wanted = String(callers * calls);
  figure({ fault: 'F26', what: `counted of ${wanted} verifications`, measured: String(rows[0]?.hits), wanted });
});

test('unchanged certificates are never reported as altered', async () => {
  const certificates = await issued(scale(20, 1000));
  let alarms = 0;
  for (const { verificationHash } of certificates) {
    const { body } = await verify(verificationHash);
    if (!body.valid || !body.integrityVerified) alarms++;
  }
  figure({ fault: 'F29', what: `false alarms among ${certificates.length}`, measured: alarms, wanted: 0 });
});

/**
 * Meaning of a change of each column. SEALED: verification reports it, or PostgreSQL refuses it. FREE: it states nothing about an issued
 * certificate, or may change legitimately.
 */
const COLUMNS = {
  certificates: {
    SEALED: [
      'organisation_id id template_organisation_id template_id template_version template_name issuer_name external_id recipient_name recipient_email recipient_id recipient_digest address variables verification_hash nonce file_key',
      'created_at awarded_on time_zone number expires_at render_status pdf_digest image_digest credential_digest status_number revoked_at revoked_reason statement_number statement_digest batch_id proof_salt revision files_edition credential_edition renewal_of given_language hidden import_payment original_issuer original_digest legacy_code mac',
    ].join(' '),
    FREE: 'search_text import_failed tags',
  },
  seals: {
    SEALED: 'organisation_id certificate_id number statement signature key_id created_at log_index',
    FREE: 'logged_at',
  },
  status_lists: { SEALED: 'organisation_id secret mac', FREE: 'next' },
  log_leaves: { SEALED: 'organisation_id certificate_id number log_index', FREE: '' },
  templates: {
    SEALED: 'organisation_id id name formation_name description tags type current_version archived_at changed_at mac',
    FREE: 'created_at updated_at revision',
  },
  template_versions: {
    SEALED:
      'organisation_id template_id version digest design detected_variables variables language rules recipient_name_variable author_name note created_at mac',
    FREE: '',
  },
  organisations: {
    SEALED:
      'id organization_name logo_url logo_token brand_color website_url email_sender_name email_subject email_intro_message email_signature reply_to sender_address sender_asked_at sender_confirmed email_bcc bcc_asked_at bcc_confirmed smtp_host smtp_port smtp_username smtp_password reminder_subject reminder_message name_keys time_zone changed_at mac',
    FREE: 'created_at',
  },
  files: { SEALED: 'organisation_id id name content', FREE: '' },
} as const;
type Table = keyof typeof COLUMNS;
const tables = Object.keys(COLUMNS) as Table[];

const listed = (text: string): string[] => text.split(' ').filter((name) => name !== '');

interface Column {
  table: Table;
  name: string;
  type: string;
}

async function columnsOf(table: Table): Promise<Column[]> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, udt_name as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`.execute(db());
  return rows.map((row) => ({ table, ...row }));
}

test('every column is classified as sealed or free', async () => {
  for (const table of tables) {
    const { SEALED, FREE } = COLUMNS[table];
    const found = (await columnsOf(table)).map(({ name }) => name);
    expect([table, found.sort()]).toEqual([table, listed(`${SEALED} ${FREE}`).sort()]);
  }
});

/** Returns another value of the same type. NULL becomes a value. */
function tampered({ name, type }: Column): RawBuilder<unknown> {
  const column = sql.id(name);
  const [at, mask] = [randomInt(12), 1 << randomInt(8)];
  if (name === 'render_status') return sql`'PENDING'`;
  const others: Record<string, RawBuilder<unknown>> = {
    uuid: sql`gen_random_uuid()`,
    _text: sql`array_append(${column}, 'x')`,
    text: sql`coalesce(${column}, '') || 'x'`,
    int2: sql`${column} + 1`,
    int4: sql`coalesce(${column} + 1, 25)`,
    int8: sql`${column} + 1`,
    jsonb: sql`coalesce(${column}, '{}') || '{"name": "Mallory"}'`,
    date: sql`${column} + 1`,
    timestamptz: sql`coalesce(${column}, now()) + interval '1 millisecond'`,
    bool: sql`not ${column}`,
    bytea: sql`coalesce(set_byte(${column}, ${at}, get_byte(${column}, ${at}) # ${mask}), '\\x00')`,
  };
  const value = others[type];
  if (!value) throw new Error(`no way to tamper with a ${type}`);
  return value;
}

/** Place of a row. Only this test writes, so the place is stable until a change here. */
type Place = string;

async function placeOf(table: Table, certificateId: string): Promise<Place> {
  const ids: Record<Table, RawBuilder<unknown>> = {
    certificates: sql`id = ${certificateId}`,
    templates: sql`id = ${tenant.templateId}`,
    template_versions: sql`template_id = ${tenant.templateId}`,
    organisations: sql`id = ${tenant.organisationId}`,
    seals: sql`certificate_id = ${certificateId} and number = 0`,
    status_lists: sql`organisation_id = ${tenant.organisationId}`,
    log_leaves: sql`certificate_id = ${certificateId} and number = 0`,
    files: sql`id = ${certificateId} and name like '%.pdf'`,
  };
  const { rows } = await sql<{ ctid: string }>`
    select ctid::text from ${sql.table(table)} where ${ids[table]}`.execute(db());
  return rows[0]?.ctid ?? '';
}

/** Sets a column of one row and returns the row's new place; null if PostgreSQL refuses it. */
async function set({ table, name }: Column, at: Place, value: RawBuilder<unknown>): Promise<Place | null> {
  const changed = sql<{ ctid: string }>`
    update ${sql.table(table)} set ${sql.id(name)} = ${value} where ctid = ${at}::tid returning ctid::text`;
  const { rows } = await changed.execute(db()).catch(() => ({ rows: [] }));
  return rows[0]?.ctid ?? null;
}

/** Returns true if verification still succeeds with one value changed. */
async function goesUnnoticed(
  column: Column,
  certificate: { id: string; verificationHash: string },
  value: RawBuilder<unknown>,
) {
  const { table, name, type } = column;
  const place = await placeOf(table, certificate.id);
  const { rows } = await sql<{ old: unknown }>`
    select ${sql.id(name)}::text as old from ${sql.table(table)} where ctid = ${place}::tid`.execute(db());
  const changed = await set(column, place, value);
  if (changed === null) return false;
  const { body } = await verify(certificate.verificationHash);
  const restored = await set(column, changed, sql`${rows[0]?.old}::text::${sql.id(type)}`);
  expect([table, name, restored === null]).toEqual([table, name, false]);
  return body.integrityVerified === true;
}

test('a change of any sealed column of any table is noticed', async () => {
  const [certificate] = await issued(1);
  if (!certificate) throw new Error('nothing was issued');
  // The log writes its number into a seal, which would move the row.
  await logged(laurel);
  const unnoticed: string[] = [];
  let tried = 0;
  for (const table of tables) {
    const sealed = listed(COLUMNS[table].SEALED);
    for (const column of await columnsOf(table)) {
      if (!sealed.includes(column.name)) continue;
      tried++;
      if (await goesUnnoticed(column, certificate, tampered(column))) unnoticed.push(`${table}.${column.name}`);
    }
  }
  expect((await verify(certificate.verificationHash)).body).toMatchObject({ valid: true, integrityVerified: true });
  const measured = unnoticed.join(', ') || 'none';
  figure({ fault: 'F29', what: `sealed columns of ${tried} whose change went unnoticed`, measured, wanted: 'none' });
});

test('a change of any byte of either file is noticed', async () => {
  const [certificate] = await issued(1);
  const flips = scale(30, 500);
  let unnoticed = 0;
  for (let flip = 0; flip < flips; flip++) {
    const kind = flip % 2 === 0 ? '%.pdf' : '%.png';
    const where = sql`id = ${certificate?.id} and name like ${kind}`;
    const { rows } = await sql<{ size: number }>`select length(content) as size from files where ${where}`.execute(
      db(),
    );
    const [at, mask] = [randomInt(rows[0]?.size ?? 1), 1 << randomInt(8)];
    const change = sql`update files set content = set_byte(content, ${at}, get_byte(content, ${at}) # ${mask}) where ${where}`;
    await change.execute(db());
    const { body } = await verify(certificate?.verificationHash ?? '');
    if (body.integrityVerified !== false) unnoticed++;
    await change.execute(db());
  }
  expect((await verify(certificate?.verificationHash ?? '')).body.integrityVerified).toBe(true);
  figure({ fault: 'F29', what: `flipped bits of ${flips} that went unnoticed`, measured: unnoticed, wanted: 0 });
});

test('the status is the last signed one: a change of its columns or of its statements is noticed', async () => {
  const { key } = tenant;
  const [certificate] = await issued(1);
  const { id = '', verificationHash = '' } = certificate ?? {};
  await laurel.call(`/certificates/${id}/revoke`, { key, body: { reason: 'plagiarism' } });
  await laurel.call(`/certificates/${id}/reinstate`, { key, body: {} });
  await laurel.call(`/certificates/${id}/revoke`, { key, body: { reason: 'issued by mistake' } });
  // The log has the same state as the copy that is restored below.
  await logged(laurel);
  expect((await verify(verificationHash)).body).toMatchObject({ valid: false, integrityVerified: true });
  const row = sql`organisation_id = ${tenant.organisationId} and id = ${id}`;
  const seal = sql`organisation_id = ${tenant.organisationId} and certificate_id = ${id}`;
  const changes = [
    sql`update certificates set revoked_at = null, revoked_reason = null where ${row}`,
    sql`update certificates set revoked_reason = 'plagiarism' where ${row}`,
    sql`update certificates set revoked_at = revoked_at - interval '1 second' where ${row}`,
    sql`delete from seals where ${seal} and number = 3`,
    sql`delete from seals where ${seal} and number = 2`,
    sql`delete from seals where ${seal} and number > 0`,
    sql`delete from seals where ${seal}`,
    sql`delete from seals where ${seal} and number = 0`,
    sql`update seals set number = number + 10 where ${seal} and number = 3`,
    sql`update seals set statement = replace(statement, 'mistake', 'magic') where ${seal}`,
  ];
  for (const change of changes) {
    await db()
      .transaction()
      .execute(async (transaction) => {
        await sql`create table kept_seals as select * from seals where ${seal}`.execute(transaction);
        await sql`create table kept_certificates as select revoked_at, revoked_reason from certificates where ${row}`.execute(
          transaction,
        );
      });
    await change.execute(db());
    const { body } = await verify(verificationHash);
    expect([change.compile(db()).sql, body.valid, body.integrityVerified]).toEqual([
      change.compile(db()).sql,
      false,
      false,
    ]);
    await sql`delete from seals where ${seal}`.execute(db());
    await sql`insert into seals select * from kept_seals`.execute(db());
    await sql`update certificates c set revoked_at = k.revoked_at, revoked_reason = k.revoked_reason
      from kept_certificates k where ${row}`.execute(db());
    await sql`drop table kept_seals, kept_certificates`.execute(db());
    expect((await verify(verificationHash)).body.integrityVerified).toBe(true);
  }
  await laurel.call(`/certificates/${id}/reinstate`, { key, body: {} });
  expect((await verify(verificationHash)).body).toMatchObject({ valid: true, integrityVerified: true });
});

test('a changed name is no alarm, and issued certificates keep the former name', async () => {
  const [certificate] = await issued(1);
  const before = (await verify(certificate?.verificationHash ?? '')).body;
  await updateOrganisation(laurel.context(tenant), { organizationName: 'Renamed Academy' });
  const { body } = await verify(certificate?.verificationHash ?? '');
  expect(body).toEqual(before);
  expect(body.integrityVerified).toBe(true);
});
