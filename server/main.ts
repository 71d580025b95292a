import { sql } from 'kysely';
import type { Logger } from 'pino';
import { migrate, pendingMigrations } from '../database/migrate.ts';
import { JOB_LIMITS, openPool, REQUEST_LIMITS } from '../database/pool.ts';
import { database } from '../database/sql.ts';
import { startWorkers } from '../jobs/runner.ts';
import { makeAuth } from './adapters/auth.ts';
import { keepPrivate } from './adapters/private-files.ts';
import { loadSecrets } from './adapters/secrets.ts';
import { type Api, listen } from './api.ts';
import { banner } from './banner.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { type DatabaseAddress, locateDatabase, waitForDatabase } from './database.ts';
import { ensureDemo } from './demo.ts';
import { createApp, type Readiness } from './http/app.ts';
import { makeLog } from './log.ts';
import { type Installation, openServices } from './services.ts';

type Stop = () => Promise<unknown>;

/** What a stop does: `drains` all at once, so that what is at hand finishes; then `stops`, the last first. */
interface Undo {
  drains: Stop[];
  stops: Stop[];
}

interface Process extends Undo {
  config: Config;
  log: Logger;
  /** Aborted when the process is told to stop, also in the middle of its start. */
  signal: AbortSignal;
}

/** config -> database -> services -> roles. Leaves by an exception where the process is told to stop meanwhile. */
async function start({ config, log, signal, drains, stops }: Process): Promise<void> {
  await keepPrivate(config);
  // A key that is none stops the start at once, not when the database is there.
  await loadSecrets(config);
  const api = config.ROLE === 'worker' ? null : await listen(config);
  if (api) drains.push(() => api.drain(log));
  const baseUrl = (config.BASE_URL ?? `http://localhost:${api?.port ?? config.PORT}`).replace(/\/+$/, '');
  const address = await findDatabase({ config, log, signal, stops }, api);
  const limits = config.ROLE === 'worker' ? JOB_LIMITS : REQUEST_LIMITS;
  const installation = await openServices(config, address.url, baseUrl, limits);
  stops.push(() => installation.close());
  signal.throwIfAborted();
  if (config.ROLE !== 'api') {
    installation.warmUp();
    const workers = await startWorkers(installation.services, {
      databaseUrl: address.url,
      concurrency: {
        renders: config.RENDER_THREADS * 2 + 1,
        tasks: config.WORKER_CONCURRENCY,
        // They only wait for others, and those that hang must leave places for the rest.
        webhooks: config.WORKER_CONCURRENCY * 5,
      },
      log: (level, message) => log[level](message),
    });
    drains.push(() => workers.stop());
    signal.throwIfAborted();
  }
  if (api) await serve({ config, log, signal, stops }, { address, api, installation });
}

/** The database, as soon as it answers. */
async function findDatabase(
  { config, log, signal, stops }: Omit<Process, 'drains'>,
  api: Api | null,
): Promise<DatabaseAddress> {
  const address = await locateDatabase(config, { log: (message) => log.info(message), signal });
  stops.push(() => address.stop());
  signal.throwIfAborted();
  const tell = (message: string) => {
    log.warn(message);
    // The reason names hosts and users: it is for the log alone.
    api?.explain('the database does not answer');
  };
  if (config.DATABASE_URL) await waitForDatabase(address.url, { log: tell, signal });
  else await migrate(address.url);
  signal.throwIfAborted();
  return address;
}

interface Parts {
  address: DatabaseAddress;
  api: Api;
  installation: Installation;
}

async function serve(
  { config, log, signal, stops }: Omit<Process, 'drains'>,
  { address, api, installation }: Parts,
): Promise<void> {
  // Limits that can't be counted at once are counted by the process itself: see makeRateLimits.
  const pool = openPool(address.url, { max: 4, query_timeout: 5_000 });
  stops.push(() => pool.end());
  const { services } = installation;
  const auth = makeAuth({
    databaseUrl: address.url,
    secret: installation.authSecret,
    services,
    signInLimit: config.RATE_LIMIT_SIGN_IN,
  });
  stops.push(() => auth.close());
  const access = config.DATABASE_URL ? null : await ensureDemo(services, auth);
  signal.throwIfAborted();
  api.open(createApp({ config, services, auth, pool, readiness: makeReadiness(installation), log }));
  process.stdout.write(`${banner(services.baseUrl, access)}\n`);
}

/** Ready is: the database answers, and has every migration. The second never becomes untrue again. */
function makeReadiness({ orm, services }: Installation): Readiness {
  let migrated = false;
  return async () => {
    try {
      await sql`select 1`.execute(database(services.em()));
      if (migrated) return null;
      const pending = await pendingMigrations(orm);
      migrated = pending.length === 0;
      return migrated ? null : `migrations are not done: ${pending.join(', ')}`;
    } catch {
      return 'the database does not answer';
    }
  };
}

async function stopAll({ drains, stops }: Undo, log: Logger): Promise<void> {
  const settle = (stop: Stop) => stop().catch((error: unknown) => log.error({ err: error }, 'stopping'));
  await Promise.all(drains.map(settle));
  for (const stop of stops.reverse()) await settle(stop);
}

async function main(): Promise<void> {
  const stopping = new AbortController();
  const told = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  const onSignal = () => stopping.abort();
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  const config = readConfig();
  const log = makeLog(config);
  const undo: Undo = { drains: [], stops: [] };
  void told.then(() => {
    log.info('stopping: requests and jobs at hand finish first');
    // Whoever asks is told at once, also while a start is still to be undone.
    for (const drain of undo.drains) drain().catch(() => undefined);
  });
  try {
    await start({ config, log, signal: stopping.signal, ...undo });
    await told;
  } catch (error) {
    if (!stopping.signal.aborted) {
      await stopAll(undo, log);
      throw error;
    }
  }
  await stopAll(undo, log);
  process.exit(0);
}

main().catch((error: unknown) => {
  const isPlain = error instanceof ConfigError;
  process.stderr.write(`laurel: ${isPlain ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
