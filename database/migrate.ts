import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { obstacleOfOrigin, obstacleOfServer } from './acceptance.ts';
import { type MikroORM, openDatabase } from './orm.ts';
import { connectionOptions, openPool } from './pool.ts';
import { QUEUE_SCHEMAS } from './queue.ts';

const MIGRATION_LOCK = 0x6c617572;
const LOCK_PAUSE_MS = 200;

/** A database that can't be migrated; its message is a line that says what to do. */
export class UnfitDatabaseError extends Error {}

/** Applies the missing migrations, then those of the job queues. Returns the names of ours; several processes may call it at once. UnfitDatabaseError where the server, the database's encoding or its origin does not do. */
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
    // Who serves requests never migrates, and need not load it.
    const { runMigrations } = await import('graphile-worker');
    for (const schema of Object.values(QUEUE_SCHEMAS)) await runMigrations({ pgPool: pool, schema });
    return applied.map(({ name }) => name);
  } finally {
    await pool.end();
    await client.end();
  }
}

/**
 * Waits until no other process migrates. By asking again: a statement that waits for the lock has a snapshot, which an index that
 * is made concurrently waits for in its turn.
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
