import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate, pendingMigrations, withDatabase } from '../../database/migrate.ts';
import { createTestDatabase } from '../support/postgres.ts';

test('the role that migrates needs no more than to own its database', async () => {
  const { url } = await createTestDatabase();
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const role = `laurel_owner_${process.pid}`;
  await admin.query(`drop schema public, auth, laurel_renders, laurel_tasks, laurel_webhooks, laurel_mails cascade;
    create role ${role} login password 'x' nosuperuser; alter database ${new URL(url).pathname.slice(1)} owner to ${role};
    create schema public authorization ${role}`);
  try {
    expect((await migrate(Object.assign(new URL(url), { username: role, password: 'x' }).href)).length).toBeGreaterThan(
      5,
    );
  } finally {
    await admin.query(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`);
    await admin.end();
  }
});

test('processes that migrate an empty database at once apply each migration once', async () => {
  const { url } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop schema public, auth, laurel_renders, laurel_tasks, laurel_webhooks, laurel_mails cascade;
    create schema public`);
  await client.end();
  const pending = await withDatabase(url, pendingMigrations);
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(applied.flat()).toEqual(pending);
  expect(pending.length).toBeGreaterThan(5);
  expect(await withDatabase(url, pendingMigrations)).toEqual([]);
});
