import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, pendingMigrations, UnfitDatabaseError } from '../../database/migrate.ts';
import { openPools } from '../../database/open-pools.ts';
import { JOB_LIMITS, REQUEST_LIMITS } from '../../database/pool.ts';
import { integrityState } from '../../domain/integrity/record-findings.ts';
import { checkCopies } from '../../domain/log/check-copies.ts';
import { LostHeadError } from '../../domain/log/read-copied-heads.ts';
import { isUnavailable } from '../../domain/shared/unavailable.ts';
import { loadConfiguredKeys } from '../adapters/keys/configured.ts';
import { keepPrivate, makeDataDir } from '../adapters/private-files.ts';
import { addressOf, ConfigError } from '../config.ts';
import { type HttpListener, listen } from '../http/listen.ts';
import type { SecurityLog, Telemetry } from '../telemetry/meter.ts';
import { queueStates } from '../telemetry/queues.ts';
import { type DatabaseAddress, locateDatabase } from './locate-database.ts';
import { type Installation, openServices } from './open-services.ts';
import { openTelemetry } from './open-telemetry.ts';
import type { Process } from './process.ts';
import { waitForDatabase } from './wait-for-database.ts';
import { waitForStorage } from './wait-for-storage.ts';

/** Starts the configuration, the database, the services and the roles, in this order. Throws if a stop is requested before the end. */
export async function start(process: Process): Promise<void> {
  const { config, log, signal, shutdown } = process;
  await makeDataDir(config);
  await keepPrivate(config);
  // An invalid key stops the start immediately, not only when the database answers.
  await loadConfiguredKeys(config);
  // Each role loads only its modules: a worker needs half of those of an API. They are loaded before the port is taken, because requests
  // cannot be answered while modules load.
  const { startApi } = config.ROLE === 'worker' ? { startApi: null } : await import('./start-api.ts');
  const { startJobs } = config.ROLE === 'api' ? { startJobs: null } : await import('./start-jobs.ts');
  const listener = startApi ? await listen(config) : null;
  if (listener) shutdown.drains.push(() => listener.drain(log));
  const baseUrl = addressOf(config, listener?.port);
  const address = await findDatabase(process);
  const telemetry = await openTelemetry(process);
  const installation = await openInstallation(process, { address, listener, baseUrl, telemetry });
  shutdown.closes.push(() => installation.close());
  telemetry.metrics?.watch({
    queues: () => queueStates(installation.services),
    findings: async () => (await integrityState(installation.services)).findings,
    pools: openPools,
  });
  signal.throwIfAborted();
  await waitForStorage(config.storages, installation.services.em, {
    explain: (reason) => listener?.explain(reason),
    warn: (message) => log.warn(message),
    signal,
  });
  await installation.keys.follow(signal);
  await checkLog(process, installation);
  signal.throwIfAborted();
  await startJobs?.(process, { address, installation });
  signal.throwIfAborted();
  if (listener) await startApi?.(process, { address, listener, installation, telemetry });
}

/** Locates the database. The embedded one is started and migrated. */
async function findDatabase({ config, log, signal, shutdown }: Process): Promise<DatabaseAddress> {
  const address = await locateDatabase(config, { log: (message) => log.info(message), signal });
  shutdown.closes.push(() => address.stop());
  signal.throwIfAborted();
  if (!config.DATABASE_URL) {
    await migrate(address.directUrl).catch((error: unknown) => {
      throw error instanceof UnfitDatabaseError ? new ConfigError(error.message) : error;
    });
  }
  signal.throwIfAborted();
  return address;
}

interface Beginning {
  address: DatabaseAddress;
  listener: HttpListener | null;
  baseUrl: string;
  telemetry: Telemetry;
}

/** Opens the services as soon as the database answers and is usable. */
async function openInstallation(
  { config, log, signal, renderer }: Process,
  { address, listener, baseUrl, telemetry }: Beginning,
): Promise<Installation> {
  const { behindPooler } = address;
  const limits = { ...(config.ROLE === 'worker' ? JOB_LIMITS : REQUEST_LIMITS), behindPooler };
  const warn = (message: string) => log.warn(message);
  const reportSecurity: SecurityLog = (message, about) => log.warn({ security: true, ...about }, message);
  for (;;) {
    await waitForDatabase(address, { explain: (reason) => listener?.explain(reason), warn, signal });
    try {
      const options = { telemetry, limits, warn, reportSecurity, renderer, recordsAddress: listener !== null };
      return await openServices(config, address.url, baseUrl, options);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await sleep(1_000, undefined, { signal });
    }
  }
}

/** Refuses the start if a head of the log is lost. Before the first migration there is no log to compare. */
async function checkLog({ log }: Process, { services, orm }: Installation): Promise<void> {
  if (services.logDestinations.length === 0 || (await pendingMigrations(orm)).length > 0) return;
  const { unread } = await checkCopies(services).catch((error: unknown) => {
    throw error instanceof LostHeadError ? new ConfigError(error.message) : error;
  });
  for (const { address, reason } of unread) log.warn(`LOG_HEADS: ${address} can't be read: ${reason}`);
}
