import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { obstacleOfOrigin, obstacleOfServer } from './acceptance.ts';
import { type MikroORM, openDatabase } from './orm.ts';
import { connectionOptions, openPool } from './pool.ts';
import { QUEUE_SCHEMAS } from './queue.ts';

const MIGRATION_LOCK = 0x6c617572;
const LOCK_PAUSE_MS = 200;

/** Error for a database that cannot be migrated, with the remedy in one line. */
export class UnfitDatabaseError extends Error {}

/**
 * Applies the missing migrations, then those of the job queues. Several processes can call it concurrently. Returns the names of Laurel's
 * migrations. Throws UnfitDatabaseError if the server, the database's encoding or its origin is not supported.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client(connectionOptions(databaseUrl, {}));
  client.on('error', () => undefined);
  await client.connect();
  const pool = openPool('migrations', databaseUrl, {}, { max: 1 });
  try {
    const obstacle = (await obstacleOfServer(client)) ?? (await obstacleOfOrigin(client));
    if (obstacle) throw new UnfitDatabaseError(obstacle.reason);
    await lock(client);
    const applied = await withDatabase(databaseUrl, ({ migrator }) => migrator.up());
    // Loaded here, because processes that serve requests never migrate.
    const { runMigrations } = await import('graphile-worker');
    for (const schema of Object.values(QUEUE_SCHEMAS)) {
      await runMigrations({ pgPool: pool, schema });
      // Keeps the plans of its statements, because planning takes longer than running them (0.4 ms for each addition). Plans that are
      // made while the queue is empty would read all waiting jobs, and must therefore use indexes.
      await pool.query(
        `alter function ${pg.escapeIdentifier(schema)}.add_jobs set plan_cache_mode = force_generic_plan set enable_seqscan = off`,
      );
    }
    return applied.map(({ name }) => name);
  } finally {
    await pool.end();
    await client.end();
  }
}

/**
 * Waits until no other process migrates. Polls, because a statement that waits for the lock holds a snapshot. Building an index
 * concurrently would wait for that snapshot.
 */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.locked) return;
    await sleep(LOCK_PAUSE_MS);
  }
}

/** Returns the names of pending migrations. */
export async function pendingMigrations({ migrator }: MikroORM): Promise<string[]> {
  return (await migrator.getPending()).map(({ name }) => name);
}

/** Opens the database, runs the work and closes it. */
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
