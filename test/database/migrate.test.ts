import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate, pendingMigrations, withDatabase } from '../../database/migrate.ts';
import { MIGRATION_NAMES, MIGRATIONS_TABLE, sqlMigration } from '../../database/migrations.ts';
import { createTestDatabase } from '../support/postgres.ts';

test('the migrating role only needs to own its database', async () => {
  const { url } = await createTestDatabase();
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const role = `laurel_owner_${process.pid}`;
  await admin.query(`drop schema public, auth, laurel_renders, laurel_batch_renders, laurel_tasks, laurel_webhooks, laurel_mails, laurel_own_mails cascade;
    create role ${role} login password 'x' nosuperuser; alter database ${new URL(url).pathname.slice(1)} owner to ${role};
    create schema public authorization ${role}`);
  try {
    const applied = await migrate(Object.assign(new URL(url), { username: role, password: 'x' }).href);
    expect(applied).toEqual(MIGRATION_NAMES);
  } finally {
    await admin.query(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`);
    await admin.end();
  }
});

test('processes that migrate an empty database concurrently apply each migration once', async () => {
  const { url } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop schema public, auth, laurel_renders, laurel_batch_renders, laurel_tasks, laurel_webhooks, laurel_mails, laurel_own_mails cascade;
    create schema public`);
  await client.end();
  expect(await withDatabase(url, pendingMigrations)).toEqual(MIGRATION_NAMES);
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(applied.flat()).toEqual(MIGRATION_NAMES);
  expect(await withDatabase(url, pendingMigrations)).toEqual([]);
});

test('migrations are numbered from 0001 without a gap', () => {
  for (const [at, name] of MIGRATION_NAMES.entries())
    expect(name).toMatch(new RegExp(`^${String(at + 1).padStart(4, '0')}-[a-z]+(-[a-z]+)*$`));
});

test('builds an index while rows are written, also after an interrupted attempt', async () => {
  const { url } = await createTestDatabase();
  const sql = `drop index concurrently if exists members_role;
    create index concurrently members_role on members (role);`;
  const orm = await MikroORM.init({
    clientUrl: url,
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      tableName: MIGRATIONS_TABLE,
      migrationsList: [sqlMigration('9999-index', () => sql)],
      snapshot: false,
      silent: true,
      allOrNothing: false,
    },
  });
  await orm.em.execute('create index members_role on members (role)');
  expect(await orm.migrator.up()).toMatchObject([{ name: '9999-index' }]);
  expect(await orm.em.execute("select 'members_role'::regclass")).toHaveLength(1);
  await orm.close();
});
