import { sql } from 'kysely';
import type { EntityManager } from '../database/orm.ts';
import { database } from '../database/sql.ts';
import type { Services } from '../domain/context.ts';
import { macAt, positionKey } from '../domain/events/seal.ts';
import { recipientIdOf } from '../domain/recipients/identify.ts';

export interface Sizes {
  certificates: number;
  organisations: number;
  /** Number of queued renderings. */
  jobs: number;
}

/** Number of a known recipient of the model's organisation. */
const KNOWN = 78;
export const KNOWN_ADDRESS = `recipient-${KNOWN}@example.org`;

/** Rows per statement. Each statement's rows are on disk before the next one starts. */
const AT_ONCE = 50_000;

/**
 * Adds organisations, certificates and queued jobs up to the given numbers. Half of the certificates belong to the model's organisation.
 */
export async function growTo(em: EntityManager, modelId: string, wanted: Sizes): Promise<void> {
  const db = database(em);
  const count = async (table: string) =>
    Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n);
  const organisations = wanted.organisations - (await count('organisations'));
  await sql`insert into organisations
    select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid()))).*
    from organisations o, generate_series(1, ${organisations})
    where o.id = (select organisation_id from certificates where id = ${modelId})`.execute(db);
  await addCertificates(em, modelId, { from: await count('certificates'), to: wanted.certificates });
  await sql`insert into template_usage
    select organisation_id, template_id, count(*) from certificates group by 1, 2
    on conflict (organisation_id, template_id) do update set times_used = excluded.times_used`.execute(db);
  await addRecipients(em);
  await addSchedules(em);
  await addMails(em);
  await addLooks(em);
  for (let at = await count('laurel_renders._private_jobs'); at < wanted.jobs; at += AT_ONCE) {
    await sql`select count(*) from laurel_renders.add_jobs((
      select array_agg(('render-certificate', '{}'::json, null, now() + interval '1 year', null, null, null, null)::laurel_renders.job_spec)
      from generate_series(${at + 1}::int, ${Math.min(wanted.jobs, at + AT_ONCE)}::int)))`.execute(db);
  }
  await sql`vacuum analyze`.execute(db);
}

/**
 * Copies a certificate, all copies or none. Indexes are created at the end, as when restoring a database, which is less work than updating
 * them for each row.
 */
async function addCertificates(
  em: EntityManager,
  modelId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  if (from >= to) return;
  await em.transactional(async (inner) => {
    const db = database(inner);
    const columns = sql.raw(await columnsOf(inner, 'certificates'));
    const model = db.selectFrom('certificates').select('organisationId').where('id', '=', modelId);
    const { organisationId } = await model.executeTakeFirstOrThrow();
    const known = recipientIdOf(organisationId, KNOWN_ADDRESS);
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = 'certificates'::regclass and not indisprimary`.execute(db);
    for (const { name } of indexes) await sql`drop index ${sql.table(name)}`.execute(db);
    // It would schedule an immediate look at each copy. `addSchedules` adds later ones.
    await sql`alter table certificates disable trigger certificates_issued, disable trigger certificates_tagged`.execute(
      db,
    );
    for (let at = from; at < to; at += AT_ONCE) {
      const last = Math.min(to, at + AT_ONCE);
      await sql`with others as (select array_agg(id) as ids from organisations)
        insert into certificates (${columns})
        select ${columns} from (select r.* from certificates c, others, generate_series(${at + 1}::int, ${last}::int) n,
          jsonb_populate_record(c, jsonb_build_object(
          'id', uuidv7(make_interval(secs => n - 10000000)),
          'organisation_id', case when n % 2 = 0 then c.organisation_id
            else others.ids[1 + n % array_length(others.ids, 1)] end,
          'recipient_name', 'Recipient ' || n,
          'recipient_email', 'recipient-' || n || '@example.org',
          'recipient_id', case when n = ${KNOWN} then ${known} else md5(n::text)::uuid end,
          'variables', c.variables || jsonb_build_object('name', 'Recipient ' || n),
          'verification_hash', '\\x' || encode(sha256(n::text::bytea), 'hex'),
          'created_at', now() - make_interval(secs => 10000000 - n),
          'expires_at', date_trunc('day', now()) + make_interval(days => 100 + n % 1000),
          'status_number', null,
          'tags', case when n % 2000 = 0 then '["Common", "Rare"]'::jsonb when n % 4 = 0 then '["Common"]' else '[]' end,
          'revoked_at', case when n % 50 = 0 then now() end)) r
          where c.id = ${modelId}) copies`.execute(db);
    }
    await sql`insert into certificate_tags (organisation_id, key, certificate_id)
      select organisation_id, search_letters(tag), id from certificates, unnest(tags) as tag on conflict do nothing`.execute(
      db,
    );
    await sql`set local maintenance_work_mem = '1GB'`.execute(db);
    for (const { definition } of indexes) await sql.raw(definition).execute(db);
    await sql`alter table certificates enable trigger certificates_issued, enable trigger certificates_tagged`.execute(
      db,
    );
  });
}

/** Adds the schedules of the copies, whose expiries are announced 30 days before. */
async function addSchedules(em: EntityManager): Promise<void> {
  await sql`insert into expiries (organisation_id, certificate_id, due_at)
    select organisation_id, id, expires_at - interval '30 days' from certificates where expires_at is not null
    on conflict do nothing`.execute(database(em));
}

/** Adds a sent mail for each copy. */
async function addMails(em: EntityManager): Promise<void> {
  await sql`insert into emails
      (organisation_id, id, kind, certificate_id, template_id, recipient, status, created_at, ended_at, mac)
    select organisation_id, id, 'CERTIFICATE', id, template_id, recipient_email, 'SENT', created_at, created_at, ''
    from certificates where recipient_email is not null
    on conflict do nothing`.execute(database(em));
}

/** Adds three years of days on which pages of the used templates were looked at. */
async function addLooks(em: EntityManager): Promise<void> {
  await sql`insert into verification_days (organisation_id, day, template_id, hits, views, linked_in)
    select organisation_id, current_date - n, template_id, 30, 20, 1 from template_usage, generate_series(0, 1100) n
    on conflict do nothing`.execute(database(em));
}

/** Adds events of one organisation, as many as it has certificates: copies of its first event, each with the code of its own position. */
export async function addEvents(
  services: Pick<Services, 'em' | 'authenticator'>,
  organisationId: string,
  count: number,
): Promise<void> {
  const db = database(services.em());
  const first = await db
    .selectFrom('events')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .where('type', '=', 'certificate.issued')
    .orderBy('position')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { keyId, key } = positionKey(services, first);
  const { position: head } = await db
    .selectFrom('event_heads')
    .select('position')
    .where('organisationId', '=', organisationId)
    .executeTakeFirstOrThrow();
  for (let at = Number(head); at < count; at += AT_ONCE) {
    const last = Math.min(count, at + AT_ONCE);
    await sql`insert into events (organisation_id, position, id, type, subject_id, data, file_key, created_at, mac)
      select e.organisation_id, p, e.id, e.type, e.subject_id, e.data, e.file_key, e.created_at,
        ${macAt(sql`${keyId}::bytea`, sql`${key}::bytea`, sql`p`)}
      from events e, generate_series(${at + 1}::bigint, ${last}::bigint) p
      where e.organisation_id = ${organisationId} and e.position = ${first.position}`.execute(db);
    await sql`update event_heads set position = ${last} where organisation_id = ${organisationId}`.execute(db);
  }
  await sql`vacuum analyze events`.execute(db);
}

/** Adds the recipients of the copies. */
async function addRecipients(em: EntityManager): Promise<void> {
  await sql`insert into recipients (organisation_id, id, mailbox, name)
    select organisation_id, recipient_id, recipient_email, recipient_name from certificates where recipient_id is not null
    on conflict do nothing`.execute(database(em));
}

/** Returns the names of a table's columns that are not generated, as a list for SQL. */
async function columnsOf(em: EntityManager, table: string): Promise<string> {
  const { rows } = await sql<{ names: string }>`select string_agg(quote_ident(attname), ', ' order by attnum) as names
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    database(em),
  );
  return rows[0]?.names ?? '';
}
