import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { openDatabase } from './orm.ts';
import { QUEUE_SCHEMAS } from './queue.ts';

const MIGRATION_LOCK = 0x6c617572;

/** Brings the database up to date: tables, then both job queues. Gives the names of what it applied; safe to run at once. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await migrateTables(databaseUrl);
    for (const schema of Object.values(QUEUE_SCHEMAS)) await runMigrations({ connectionString: databaseUrl, schema });
    return applied;
  } finally {
    await client.end();
  }
}

/** The names of migrations that this program has and the database has not. */
export async function pendingMigrations(databaseUrl: string): Promise<string[]> {
  const orm = await openDatabase(databaseUrl);
  try {
    return (await orm.migrator.getPending()).map(({ name }) => name);
  } finally {
    await orm.close();
  }
}

async function migrateTables(databaseUrl: string): Promise<string[]> {
  const orm = await openDatabase(databaseUrl);
  try {
    return (await orm.migrator.up()).map(({ name }) => name);
  } finally {
    await orm.close();
  }
}
