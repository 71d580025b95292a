import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CONNECTION } from '../../database/pool.ts';

const LONGEST_PAUSE_MS = 5_000;
const ATTEMPT = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 };

/**
 * Waits until PostgreSQL answers, whatever the reason why it does not: it may be restarting, and a wrong password or a
 * missing database may be corrected at any moment. Each failed attempt is logged. `signal` ends the wait.
 */
export async function waitForDatabase(
  databaseUrl: string,
  { log, signal }: { log(message: string): void; signal: AbortSignal },
): Promise<void> {
  for (let pause = 250; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const reason = await connectionFailure(databaseUrl);
    signal.throwIfAborted();
    if (reason === null) return;
    log(`the database can't be used (${reason}): next try in ${pause / 1000} s`);
    await sleep(pause, undefined, { signal });
  }
}

async function connectionFailure(databaseUrl: string): Promise<string | null> {
  const client = new pg.Client({ ...CONNECTION, ...ATTEMPT, connectionString: databaseUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    // Not awaited: a server that hangs does not answer this either.
    client.end().catch(() => undefined);
  }
}

/** A host with several addresses fails once for each, in one AggregateError. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(reasonOf).join(', ')
    : error instanceof Error
      ? error.message
      : String(error);
