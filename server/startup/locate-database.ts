import type { Config } from '../config.ts';

export interface DatabaseAddress {
  url: string;
  /** Stops an embedded PostgreSQL that no other process uses; does nothing to a configured one. */
  stop(): Promise<void>;
}

interface Options {
  log(message: string): void;
  /** Ends the wait for other processes that start or stop the embedded PostgreSQL. */
  signal?: AbortSignal;
}

/** The configured PostgreSQL, or the embedded one, which is loaded and started only where none is configured. */
export async function locateDatabase(config: Config, { log, signal }: Options): Promise<DatabaseAddress> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, stop: async () => undefined };
  const { startEmbeddedPostgres } = await import('../../embedded-postgres/start.ts');
  return startEmbeddedPostgres({ dataDir: config.dataDir, log, ...(signal && { signal }) });
}
