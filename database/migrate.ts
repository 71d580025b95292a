import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { type MikroORM, openDatabase } from './orm.ts';
import { CONNECTION, openPool } from './pool.ts';
import { QUEUE_SCHEMAS } from './queue.ts';

const MIGRATION_LOCK = 0x6c617572;

/** Brings the database up to date: tables, then the schemas of the job queues. Gives the names of what it applied; safe to run at once. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ ...CONNECTION, connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const pool = openPool(databaseUrl, { max: 1 });
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await withDatabase(databaseUrl, ({ migrator }) => migrator.up());
    for (const schema of Object.values(QUEUE_SCHEMAS)) await runMigrations({ pgPool: pool, schema });
    return applied.map(({ name }) => name);
  } finally {
    await pool.end();
    await client.end();
  }
}

/** The names of migrations that this program has and the database has not. */
export async function pendingMigrations({ migrator }: MikroORM): Promise<string[]> {
  return (await migrator.getPending()).map(({ name }) => name);
}

/** Opens the database for some work and closes it. */
export async function withDatabase<Result>(
  databaseUrl: string,
  work: (orm: MikroORM) => Promise<Result>,
): Promise<Result> {
  const orm = await openDatabase(databaseUrl);
  try {
    return await work(orm);
  } finally {
    await orm.close();
  }
}
