import pg from 'pg';
import type { Logger } from 'pino';
import { migrate, pendingMigrations } from '../database/migrate.ts';
import { startWorkers } from '../jobs/runner.ts';
import { makeAuth } from './adapters/auth.ts';
import { keepPrivate } from './adapters/private-files.ts';
import { drain, listen } from './api.ts';
import { banner } from './banner.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { type DatabaseAddress, locateDatabase } from './database.ts';
import { ensureDemo } from './demo.ts';
import { createApp, type Readiness } from './http/app.ts';
import { makeLog } from './log.ts';
import { openServices } from './services.ts';

type Stop = () => Promise<void>;

/** config -> database -> services -> roles; `stops` gathers what to undo, the last first. */
async function start(config: Config, log: Logger, stops: Stop[]): Promise<void> {
  const say = (message: string) => log.info(message);
  await keepPrivate(config);
  const http = config.ROLE === 'worker' ? null : await listen(config);
  const baseUrl = (config.BASE_URL ?? `http://localhost:${http?.port ?? config.PORT}`).replace(/\/+$/, '');
  const address = await locateDatabase(config, say);
  stops.push(() => address.stop());
  if (!config.DATABASE_URL) await migrate(address.url);
  const installation = await openServices(config, address.url, baseUrl);
  stops.push(() => installation.close());
  if (config.ROLE !== 'api') {
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
    stops.push(() => workers.stop());
  }
  if (http) await serve(config, log, stops, { address, http, installation });
}

type Parts = {
  address: DatabaseAddress;
  http: Awaited<ReturnType<typeof listen>>;
  installation: Awaited<ReturnType<typeof openServices>>;
};

async function serve(
  config: Config,
  log: Logger,
  stops: Stop[],
  { address, http, installation }: Parts,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: address.url, max: 4 });
  pool.on('error', (error) => log.warn({ err: error }, 'a connection of the rate limits was lost'));
  stops.push(() => pool.end());
  const { services } = installation;
  const auth = makeAuth({
    databaseUrl: address.url,
    secret: installation.authSecret,
    services,
    signInLimit: config.RATE_LIMIT_SIGN_IN,
  });
  stops.push(() => auth.close());
  http.server.on(
    'request',
    createApp({ config, services, auth, pool, readiness: makeReadiness(address.url, pool), log }),
  );
  stops.push(() => drain(http.server, log));
  const access = config.DATABASE_URL ? null : await ensureDemo(services, auth);
  process.stdout.write(`${banner(services.baseUrl, access)}\n`);
}

/** Ready is: the database answers, and has every migration. The second never becomes untrue again. */
function makeReadiness(databaseUrl: string, pool: pg.Pool): Readiness {
  let migrated = false;
  return async () => {
    try {
      await pool.query('select 1');
      if (migrated) return null;
      const pending = await pendingMigrations(databaseUrl);
      migrated = pending.length === 0;
      return migrated ? null : `migrations are not done: ${pending.join(', ')}`;
    } catch {
      return 'the database does not answer';
    }
  };
}

async function stopAll(stops: Stop[], log: Logger): Promise<void> {
  for (const stop of stops.reverse()) await stop().catch((error: unknown) => log.error({ err: error }, 'stopping'));
}

async function main(): Promise<void> {
  const config = readConfig();
  const log = makeLog(config);
  const stops: Stop[] = [];
  let stopping = false;
  const onSignal = () => {
    if (stopping) return;
    stopping = true;
    log.info('stopping: requests and jobs at hand finish first');
    void stopAll(stops, log).then(() => process.exit(0));
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    await start(config, log, stops);
  } catch (error) {
    if (stopping) return;
    stopping = true;
    await stopAll(stops, log);
    throw error;
  }
}

main().catch((error: unknown) => {
  const isPlain = error instanceof ConfigError;
  process.stderr.write(`laurel: ${isPlain ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
