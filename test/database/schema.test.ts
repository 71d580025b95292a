import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDatabase } from '../../database/migrate.ts';
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

/** A database with none of our tables. */
async function emptied() {
  const { url, client } = await openTestDatabase();
  await client.query('drop schema public, auth cascade; create schema public');
  return { url, client };
}

test('database/schema.sql is what the migrations make', async () => {
  const written = await readFile('database/schema.sql', 'utf8');
  expect(await dumpSchema(migrated.client), 'npm run schema writes it anew').toBe(written);
});

test('database/schema.sql makes what it says', async () => {
  const { client } = await emptied();
  await client.query(await readFile('database/schema.sql', 'utf8'));
  expect(await dumpSchema(client)).toBe(await dumpSchema(migrated.client));
});

test('every table has an entity, and every entity the columns of its table', async () => {
  const { url, client } = await emptied();
  await withDatabase(url, async (orm) => client.query(await orm.schema.getCreateSchemaSQL({ wrap: false })));
  const remedy = 'the entities (-) and the migrations (+) differ: make the one say what the other does';
  expect(await listColumns(migrated.client), remedy).toEqual(await listColumns(client));
});
