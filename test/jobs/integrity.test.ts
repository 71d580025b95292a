import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { fileViolations } from '../../domain/integrity/check-files.ts';
import { organisationFindings, recordPass } from '../../domain/integrity/record-findings.ts';
import { allRows } from '../../domain/integrity/run-pass.ts';
import type { PassName } from '../../domain/integrity/types.ts';
import { copyRow, rolledBack } from '../support/authentic.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { photograph, uploadPicture } from '../support/portraits.ts';

/** Numbers of rows that exceed two pages of their check. */
const [CERTIFICATES, ROWS, ENTRIES, PICTURES] = [150, 250, 1100, 50];
const NEW_ID = 'gen_random_uuid()';
const NEW_DIGEST = 'sha256(n::text::bytea)';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.start();
});

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
  const tenant = await laurel.tenant();
  const { services } = laurel.installation;
  await laurel.issue(tenant);
  await uploadPicture(laurel, tenant.key, await photograph('#246'));
  const found = new Set<string>();
  await rolledBack(services, async (em) => {
    await writeRows(em, tenant);
    const given = { ...services, em: () => em.fork({ clear: true, keepTransactionContext: true }) };
    for (const check of [allRows(given, async () => undefined), fileViolations(given)])
      for await (const page of check) for (const { id, message } of page) found.add(`${message} ${id}`);
  });
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

test('a check removes its own former findings, and keeps those of the other check', async () => {
  const { services } = laurel.installation;
  const { organisationId } = await laurel.tenant();
  await rolledBack(services, async (em) => {
    const start = services.now().getTime();
    const found = async (name: PassName, minutes: number, messages: string[]) => {
      const given = { ...services, em: () => em, now: () => new Date(start + minutes * 60_000) };
      const pass = recordPass(given, name, given.now());
      await pass.found(messages.map((message) => ({ invariant: 'files', organisationId, id: null, message })));
      await pass.end();
      const { findings } = await organisationFindings({ ...given, organisationId });
      return findings.map((one) => one.message);
    };
    expect(await found('files', 0, ['a file'])).toEqual(['a file']);
    expect(await found('rows', 1, ['a row'])).toEqual(['a row', 'a file']);
    expect(await found('rows', 2, ['another row'])).toEqual(['another row', 'a file']);
    expect(await found('files', 3, [])).toEqual(['another row']);
  });
});
