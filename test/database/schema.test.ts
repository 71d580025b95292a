import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDatabase } from '../../database/migrate.ts';
import { EMAIL_KINDS } from '../../domain/emailing/kinds/kinds.ts';
import { dumpSchema, listColumns } from '../../scripts/dump-schema.ts';
import { createTestDatabase } from '../support/postgres.ts';

let migrated: { url: string; client: pg.Client };
const clients: pg.Client[] = [];
beforeAll(async () => {
  migrated = await openTestDatabase();
});
afterAll(() => Promise.all(clients.map((client) => client.end())));

async function openTestDatabase() {
  const { url } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  clients.push(client);
  return { url, client };
}

/** Returns an empty database. */
async function emptied() {
  const { url, client } = await openTestDatabase();
  await client.query('drop schema public, auth cascade; create schema public');
  return { url, client };
}

test('database/schema.sql matches the result of the migrations', async () => {
  const written = await readFile('database/schema.sql', 'utf8');
  expect(await dumpSchema(migrated.client), 'run npm run schema to update it').toBe(written);
});

test('database/schema.sql creates the schema that it describes', async () => {
  const { client } = await emptied();
  await client.query(await readFile('database/schema.sql', 'utf8'));
  expect(await dumpSchema(client)).toBe(await dumpSchema(migrated.client));
});

test('the database accepts exactly the kinds of mails that can be composed', async () => {
  const { rows } = await migrated.client.query<{ kinds: string[] }>(
    `select array(select (regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''', 'g'))[1]) as kinds
     from pg_constraint where conname = 'emails_kind_check'`,
  );
  expect(rows[0]?.kinds.toSorted()).toEqual(Object.keys(EMAIL_KINDS).toSorted());
});

test('every table has an entity with its columns, and every entity a table', async () => {
  const { url, client } = await emptied();
  // Generated columns use functions, which have no entities.
  const [functions = ''] = (await readFile('database/schema.sql', 'utf8')).split(/^CREATE TABLE/im);
  await client.query(functions);
  await withDatabase(url, async (orm) => client.query(await orm.schema.getCreateSchemaSQL({ wrap: false })));
  const remedy = 'the entities (-) and the migrations (+) differ: make them agree';
  expect(await listColumns(migrated.client), remedy).toEqual(await listColumns(client));
});
