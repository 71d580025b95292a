import pg from 'pg';
import { obstacleOfServer } from './acceptance.ts';
import { type MikroORM, openDatabase } from './orm.ts';
import { connectionOptions, openPool } from './pool.ts';
import { QUEUE_SCHEMAS } from './queue.ts';

const MIGRATION_LOCK = 0x6c617572;

/** Applies the missing migrations, then those of the job queues. Returns the names of ours; several processes may call it at once. Throws where the server or the database's encoding does not do. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ ...connectionOptions({}), connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const pool = openPool('migrations', databaseUrl, {}, { max: 1 });
  try {
    const obstacle = await obstacleOfServer(client);
    if (obstacle) throw new Error(obstacle.reason);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await withDatabase(databaseUrl, ({ migrator }) => migrator.up());
    // Who serves requests never migrates, and need not load it.
    const { runMigrations } = await import('graphile-worker');
    for (const schema of Object.values(QUEUE_SCHEMAS)) await runMigrations({ pgPool: pool, schema });
    return applied.map(({ name }) => name);
  } finally {
    await pool.end();
    await client.end();
  }
}

/** The names of the migrations that are not applied yet. */
export async function pendingMigrations({ migrator }: MikroORM): Promise<string[]> {
  return (await migrator.getPending()).map(({ name }) => name);
}

/** Opens the database, and closes it after the work. */
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
