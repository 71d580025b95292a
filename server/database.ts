import type { Config } from './config.ts';

export interface DatabaseAddress {
  url: string;
  /** Ends an embedded PostgreSQL that nobody else uses; an operator's own is left alone. */
  stop(): Promise<void>;
}

/** The configured PostgreSQL, or the embedded one, which is never loaded otherwise. */
export async function locateDatabase(config: Config, log: (message: string) => void): Promise<DatabaseAddress> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, stop: async () => undefined };
  const { startEmbeddedPostgres } = await import('./adapters/embedded-postgres/index.ts');
  return startEmbeddedPostgres({ dataDir: config.dataDir, log });
}
