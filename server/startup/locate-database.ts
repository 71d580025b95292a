import type { Config } from '../config.ts';

export interface DatabaseAddress {
  url: string;
  /** Whether `url` may be that of a pooler in transaction mode. */
  behindPooler: boolean;
  /** PostgreSQL's own address, for workers and migrations. */
  directUrl: string;
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
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, ROLE } = config;
  if (url !== undefined) {
    const stop = async () => undefined;
    // A worker needs the direct address anyway.
    if (directUrl !== undefined && ROLE !== 'worker') return { url, behindPooler: true, directUrl, stop };
    return { url: directUrl ?? url, behindPooler: false, directUrl: directUrl ?? url, stop };
  }
  const { startEmbeddedPostgres } = await import('../../embedded-postgres/start.ts');
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log, ...(signal && { signal }) });
  return { url: embedded.url, behindPooler: false, directUrl: embedded.url, stop: () => embedded.stop() };
}
