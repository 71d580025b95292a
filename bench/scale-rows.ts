import { sql } from 'kysely';
import type { EntityManager } from '../database/orm.ts';
import { database } from '../database/sql.ts';

export interface Sizes {
  certificates: number;
  organisations: number;
  /** Renderings that are queued. */
  jobs: number;
}

/** Rows of a statement: what one adds is on the disk before the next begins. */
const AT_ONCE = 50_000;

/** Adds organisations, certificates and queued jobs until there are so many: half of the certificates are of the organisation of the model. */
export async function growTo(em: EntityManager, modelId: string, wanted: Sizes): Promise<void> {
  const db = database(em);
  const count = async (table: string) =>
    Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n);
  const organisations = wanted.organisations - (await count('organisations'));
  await sql`insert into organisations
    select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid()))).*
    from organisations o, generate_series(1, ${organisations})
    where o.id = (select organisation_id from certificates where id = ${modelId})`.execute(db);
  const columns = sql.raw(await columnsOf(em, 'certificates'));
  for (let at = await count('certificates'); at < wanted.certificates; at += AT_ONCE) {
    const last = Math.min(wanted.certificates, at + AT_ONCE);
    await sql`with others as (select array_agg(id) as ids from organisations)
      insert into certificates (${columns})
      select ${columns} from (select (jsonb_populate_record(c, jsonb_build_object(
        'id', uuidv7(make_interval(secs => n - 10000000)),
        'organisation_id', case when n % 2 = 0 then c.organisation_id
          else others.ids[1 + n % array_length(others.ids, 1)] end,
        'recipient_name', 'Recipient ' || n,
        'recipient_email', 'recipient-' || n || '@example.org',
        'variables', c.variables || jsonb_build_object('name', 'Recipient ' || n),
        'verification_hash', '\\x' || encode(sha256(n::text::bytea), 'hex'),
        'file_token', '\\x' || encode(sha256(('file' || n)::bytea), 'hex'),
        'created_at', now() - make_interval(secs => 10000000 - n),
        'status_number', null,
        'revoked_at', case when n % 50 = 0 then now() end))).*
      from certificates c, others, generate_series(${at + 1}::int, ${last}::int) n where c.id = ${modelId}) copies`.execute(
      db,
    );
  }
  for (let at = await count('laurel_renders._private_jobs'); at < wanted.jobs; at += AT_ONCE) {
    await sql`select count(*) from laurel_renders.add_jobs((
      select array_agg(('render-certificate', '{}'::json, null, now() + interval '1 year', null, null, null, null)::laurel_renders.job_spec)
      from generate_series(${at + 1}::int, ${Math.min(wanted.jobs, at + AT_ONCE)}::int)))`.execute(db);
  }
  await sql`vacuum analyze`.execute(db);
}

/** The names of a table's columns that are written, and not generated, for a list of columns. */
async function columnsOf(em: EntityManager, table: string): Promise<string> {
  const { rows } = await sql<{ names: string }>`select string_agg(quote_ident(attname), ', ' order by attnum) as names
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    database(em),
  );
  return rows[0]?.names ?? '';
}
