import { type Config, ConfigError } from '../config.ts';

export interface DatabaseAddress {
  url: string;
  /** True if `url` may belong to a pooler in transaction mode. */
  behindPooler: boolean;
  /** PostgreSQL's direct address, for workers and migrations. */
  directUrl: string;
  /** Stops an embedded PostgreSQL that no other process uses. Does nothing to a configured one. */
  stop(): Promise<void>;
}

interface Options {
  log(message: string): void;
  /** Ends the wait for other processes that start or stop the embedded PostgreSQL. */
  signal?: AbortSignal;
}

/** Returns the configured PostgreSQL. Without one, loads and starts the embedded PostgreSQL. */
export async function locateDatabase(config: Config, { log, signal }: Options): Promise<DatabaseAddress> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, ROLE } = config;
  if (url !== undefined) {
    const stop = async () => undefined;
    // A worker needs the direct address in any case.
    if (directUrl !== undefined && ROLE !== 'worker') return { url, behindPooler: true, directUrl, stop };
    return { url: directUrl ?? url, behindPooler: false, directUrl: directUrl ?? url, stop };
  }
  const { startEmbeddedPostgres } = await import('../../embedded-postgres/start.ts');
  const options = { dataDir: config.dataDir, log, ...(signal && { signal }) };
  const embedded = await startEmbeddedPostgres(options).catch((error: unknown) => {
    // Its failures are one line with the remedy, unlike those of its code.
    const isExpected = error instanceof Error && error.constructor === Error;
    throw isExpected ? new ConfigError(error.message, { cause: error }) : error;
  });
  return { url: embedded.url, behindPooler: false, directUrl: embedded.url, stop: () => embedded.stop() };
}
