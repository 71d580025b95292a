import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CONNECTION } from '../../database/pool.ts';
import type { Config } from '../config.ts';

export interface DatabaseAddress {
  url: string;
  /** Ends an embedded PostgreSQL that nobody else uses; an operator's own is left alone. */
  stop(): Promise<void>;
}

interface Waiting {
  log(message: string): void;
  /** Ends a wait when the process is told to stop. */
  signal?: AbortSignal;
}

/** The configured PostgreSQL, or the embedded one, which is never loaded otherwise. */
export async function locateDatabase(config: Config, { log, signal }: Waiting): Promise<DatabaseAddress> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, stop: async () => undefined };
  const { startEmbeddedPostgres } = await import('../../embedded-postgres/start.ts');
  return startEmbeddedPostgres({ dataDir: config.dataDir, log, ...(signal && { signal }) });
}

const LONGEST_PAUSE_MS = 5_000;
const TRY = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 };

/**
 * Waits until PostgreSQL answers, whatever the reason why it does not: it may be restarting, and a wrong password or a
 * database that is not there may be put right any moment. Each try that fails is told.
 */
export async function waitForDatabase(databaseUrl: string, { log, signal }: Required<Waiting>): Promise<void> {
  for (let pause = 250; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const reason = await whyNot(databaseUrl);
    signal.throwIfAborted();
    if (reason === null) return;
    log(`the database can't be used (${reason}): next try in ${pause / 1000} s`);
    await sleep(pause, undefined, { signal });
  }
}

async function whyNot(databaseUrl: string): Promise<string | null> {
  const client = new pg.Client({ ...CONNECTION, ...TRY, connectionString: databaseUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    // Not waited for: a server that hangs does not say good-bye either.
    client.end().catch(() => undefined);
  }
}

/** Several addresses of one host fail together, with a message of their own each. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(reasonOf).join(', ')
    : error instanceof Error
      ? error.message
      : String(error);
