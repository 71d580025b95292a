import { randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { figure, scale } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.start({ RATE_LIMIT_VERIFY: '1000000', RATE_LIMIT_DEFAULT: '1000000' });
  tenant = await laurel.tenant({ credits: 5000 });
});

const db = () => database(laurel.installation.services.em());
const verify = (hash: string) => laurel.call(`/verify/${hash}`);

/** Certificates that are issued and rendered, `count` of them. */
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

test('verifications in parallel are all counted', async () => {
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

test('what is untouched is never said to be tampered with', async () => {
  const certificates = await issued(scale(20, 1000));
  let alarms = 0;
  for (const { verificationHash } of certificates) {
    const { body } = await verify(verificationHash);
    if (!body.valid || !body.integrityVerified) alarms++;
  }
  figure({ fault: 'F29', what: `false alarms among ${certificates.length}`, measured: alarms, wanted: 0 });
});

/**
 * What a change of each column means. SEALED: verification says so, or PostgreSQL refuses it. NOT_SEALED: it says what was
 * issued and is not covered yet. FREE: it says nothing of a certificate that was issued, or may change by right.
 */
const COLUMNS = {
  certificates: {
    SEALED:
      'organisation_id id template_organisation_id template_id template_version recipient_name recipient_email variables verification_hash nonce file_token created_at pdf_digest image_digest sealed_at seal seal_key_id',
    NOT_SEALED: 'external_id render_status revoked_at revoked_reason',
    FREE: 'batch_id',
  },
  templates: {
    SEALED: 'organisation_id id',
    NOT_SEALED: 'name',
    FREE: 'formation_name description type current_version created_at updated_at archived_at revision',
  },
  template_versions: {
    SEALED: 'organisation_id template_id version digest',
    NOT_SEALED: 'design',
    FREE: 'detected_variables recipient_name_variable created_at',
  },
  organisations: {
    SEALED: 'id',
    NOT_SEALED: 'organization_name',
    FREE: 'created_at logo_url logo_token brand_color website_url email_sender_name email_subject email_intro_message email_signature',
  },
  files: { SEALED: 'organisation_id id name content', NOT_SEALED: '', FREE: '' },
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

test('every column is sealed, or is known for what it is', async () => {
  for (const table of tables) {
    const { SEALED, NOT_SEALED, FREE } = COLUMNS[table];
    const found = (await columnsOf(table)).map(({ name }) => name);
    expect([table, found.sort()]).toEqual([table, listed(`${SEALED} ${NOT_SEALED} ${FREE}`).sort()]);
  }
});

/** Another value of the same type; what is empty gets one. */
function tampered({ name, type }: Column): RawBuilder<unknown> {
  const column = sql.id(name);
  const [at, mask] = [randomInt(12), 1 << randomInt(8)];
  if (name === 'render_status') return sql`'PENDING'`;
  const others: Record<string, RawBuilder<unknown>> = {
    uuid: sql`gen_random_uuid()`,
    text: sql`coalesce(${column}, '') || 'x'`,
    int4: sql`${column} + 1`,
    jsonb: sql`${column} || '{"name": "Mallory"}'`,
    timestamptz: sql`coalesce(${column}, now()) + interval '1 millisecond'`,
    bytea: sql`set_byte(${column}, ${at}, get_byte(${column}, ${at}) # ${mask})`,
  };
  const value = others[type];
  if (!value) throw new Error(`no way to tamper with a ${type}`);
  return value;
}

/** Where a row is; nobody else writes, so that it stays there until it is changed here. */
type Place = string;

async function placeOf(table: Table, certificateId: string): Promise<Place> {
  const ids: Record<Table, RawBuilder<unknown>> = {
    certificates: sql`id = ${certificateId}`,
    templates: sql`id = ${tenant.templateId}`,
    template_versions: sql`template_id = ${tenant.templateId}`,
    organisations: sql`id = ${tenant.organisationId}`,
    files: sql`id = ${certificateId} and name like '%.pdf'`,
  };
  const { rows } = await sql<{ ctid: string }>`
    select ctid::text from ${sql.table(table)} where ${ids[table]}`.execute(db());
  return rows[0]?.ctid ?? '';
}

/** Sets a column of one row and gives where the row is now; null where PostgreSQL refuses it. */
async function set({ table, name }: Column, at: Place, value: RawBuilder<unknown>): Promise<Place | null> {
  const changed = sql<{ ctid: string }>`
    update ${sql.table(table)} set ${sql.id(name)} = ${value} where ctid = ${at}::tid returning ctid::text`;
  const { rows } = await changed.execute(db()).catch(() => ({ rows: [] }));
  return rows[0]?.ctid ?? null;
}

/** Whether verification still says that all is well while one value is another. */
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
