import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate, pendingMigrations, withDatabase } from '../../database/migrate.ts';
import { createTestDatabase } from '../support/postgres.ts';

test('processes that migrate an empty database at once apply each migration once', async () => {
  const { url } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop schema public, auth, laurel_renders, laurel_tasks, laurel_webhooks cascade;
    create schema public`);
  await client.end();
  const pending = await withDatabase(url, pendingMigrations);
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(applied.flat()).toEqual(pending);
  expect(pending.length).toBeGreaterThan(5);
  expect(await withDatabase(url, pendingMigrations)).toEqual([]);
});
