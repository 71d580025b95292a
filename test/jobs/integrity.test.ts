import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { fileViolations } from '../../domain/integrity/check-files.ts';
import { allRows } from '../../domain/integrity/run-pass.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { photograph, uploadPicture } from '../support/portraits.ts';

/** Numbers of rows that exceed two pages of their check. */
const [CERTIFICATES, ROWS, ENTRIES, PICTURES] = [150, 250, 1100, 50];
const NEW_ID = 'gen_random_uuid()';
const NEW_DIGEST = 'sha256(n::text::bytea)';

class RolledBack extends Error {}

/** Copies a row of a tenant by SQL, with other values for some columns. The copies have a wrong code, or no file. */
async function copyRow(
  em: EntityManager,
  { organisationId }: Tenant,
  table: string,
  { count, values }: { count: number; values: Record<string, string> },
): Promise<void> {
  const db = database(em);
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(db);
  const columns = rows.map(({ name }) => ({ to: sql.ref(name), from: sql.raw(values[name] ?? `"${name}"`) }));
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ to }) => to))})
    select ${sql.join(columns.map(({ from }) => from))} from generate_series(1, ${count}) n,
      (select * from ${sql.table(table)} where organisation_id = ${organisationId} limit 1) as given`.execute(db);
}

/** Writes rows by SQL that the checks must find. */
async function writeRows(em: EntityManager, tenant: Tenant): Promise<void> {
  const db = database(em);
  const { organisationId } = tenant;
  const copy = (table: string, count: number, values: Record<string, string>) =>
    copyRow(em, tenant, table, { count, values });
  await copy('certificates', CERTIFICATES, { id: NEW_ID, verification_hash: NEW_DIGEST, status_number: 'null' });
  await copy('api_keys', ROWS, { id: NEW_ID, key_hash: NEW_DIGEST });
  await copy('events', ROWS, { id: NEW_ID, position: '1000 + n' });
  await copy('audit_entries', ENTRIES, { id: NEW_ID, number: '1000 + n' });
  await copy('assets', PICTURES, { digest: NEW_DIGEST, file_name: `'lost-' || n` });
  await sql`insert into library_pictures
    (organisation_id, id, digest, name, file_name, format, width, height, size, small_size, added_by, added_at)
    select ${organisationId}, gen_random_uuid(), sha256(n::text::bytea), 'L', 'lost-' || n, 'png', 1, 1, 1, 0, 'x', now()
    from generate_series(1, ${PICTURES}) n`.execute(db);
  await sql`insert into expiries (organisation_id, certificate_id, expiring_for, mac)
    select organisation_id, id, '{2020-01-01T00:00:00.000Z}', '' from certificates
    where organisation_id = ${organisationId} order by id limit ${CERTIFICATES}`.execute(db);
  await sql`insert into auth."user" (id, name, email, "emailVerified")
    select n::text, 'x', n || '@integrity.example', true from generate_series(1, ${ENTRIES}) n`.execute(db);
}

test('the checks of rows and files read every page', async () => {
  const laurel = await Laurel.start();
  const tenant = await laurel.tenant();
  const { services } = laurel.installation;
  await laurel.issue(tenant);
  await uploadPicture(laurel, tenant.key, await photograph('#246'));
  const found = new Set<string>();
  const checked = services.em().transactional(async (em) => {
    await writeRows(em, tenant);
    const given = { ...services, em: () => em.fork({ clear: true, keepTransactionContext: true }) };
    for (const check of [allRows(given, async () => undefined), fileViolations(given)])
      for await (const page of check) for (const { id, message } of page) found.add(`${message} ${id}`);
    throw new RolledBack();
  });
  await expect(checked).rejects.toThrow(RolledBack);
  const count = (pattern: RegExp) => [...found].filter((text) => pattern.test(text)).length;
  expect({
    certificates: count(/^the certificate, or what it was issued from, was changed/),
    keys: count(/^a row of api_keys was changed/),
    events: count(/^a row of events was changed/),
    notices: count(/^a row of expiries was changed/),
    accounts: count(/^a row of auth\.user was changed/),
    entries: count(/^audit_entries: an entry comes after the head/),
    files: count(/^the certificate's pdf is missing/),
    pictures: count(/^the file lost-\d+ of the picture asset:\w+ is missing/),
    library: count(/^the file of the library picture L is missing/),
  }).toEqual({
    ...{ certificates: CERTIFICATES, keys: ROWS, events: ROWS, notices: CERTIFICATES, accounts: ENTRIES },
    ...{ entries: ENTRIES, files: CERTIFICATES, pictures: PICTURES, library: PICTURES },
  });
});
