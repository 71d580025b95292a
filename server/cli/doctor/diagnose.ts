import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type MikroORM, openDatabase } from '../../../database/orm.ts';
import type { Services } from '../../../domain/context.ts';
import { addressOf, type Config, ConfigError } from '../../config.ts';
import { type DatabaseAddress, locateDatabase } from '../../startup/locate-database.ts';
import { openServices } from '../../startup/open-services.ts';
import { checkClock } from './check-clock.ts';
import { checkDatabase } from './check-database.ts';
import { checkKeys } from './check-keys.ts';
import { checkLog } from './check-log.ts';
import { checkMail } from './check-mail.ts';
import { checkStorage } from './check-storage.ts';
import { checkWorkers } from './check-workers.ts';
import { broken, type Finding, limited, type Part, unchecked } from './finding.ts';

/**
 * Time limits of the checks in ms. `turn` is that of the wait for another process that starts or stops the database. That of the log
 * includes the time in which it is read.
 */
const LIMIT = { turn: 5_000, start: 60_000, database: 15_000, part: 15_000, log: 40_000, close: 2_000, stop: 30_000 };

type Report = Record<Part, Promise<Finding>>;

/**
 * Looks at each part of the configured installation, and changes none. Starts the embedded database if it isn't running, but never creates
 * one. Every check has a time limit, so that nothing that hangs stops the report.
 */
export async function diagnose(config: Config, use: (report: Report) => Promise<void>): Promise<void> {
  const opened = await openConfigured(config);
  try {
    await use(reportOn(config, opened));
  } finally {
    await within(LIMIT.stop, opened.close());
  }
}

interface Opened {
  /** False before the first start. */
  isSetUp: boolean;
  database: Promise<Finding>;
  /** Null if the database is unusable. */
  em: Promise<Services['em'] | null>;
  address: DatabaseAddress | null;
  close(): Promise<void>;
}

async function openConfigured(config: Config): Promise<Opened> {
  const close = async () => undefined;
  const without = (finding: Finding, isSetUp: boolean): Opened => ({
    ...{ isSetUp, database: Promise.resolve(finding), em: Promise.resolve(null), address: null, close },
  });
  if (!config.DATABASE_URL && !(await exists(join(config.dataDir, 'postgres', 'PG_VERSION'))))
    return without(
      broken(`${config.dataDir} has no database yet: start Laurel once, or set DATABASE_URL or DATA_DIR`),
      false,
    );
  let address: DatabaseAddress | undefined;
  const started = await limited(
    async () => {
      const signal = AbortSignal.timeout(LIMIT.turn);
      address = await locateDatabase(config, { log: () => undefined, signal }).catch((error: unknown) => {
        throw signal.aborted && error instanceof Error && error.name === 'AbortError'
          ? new ConfigError(NOT_ITS_TURN)
          : error;
      });
      return unchecked('');
    },
    { ms: LIMIT.start, remedy: `look whether PostgreSQL hangs: ${join(config.dataDir, 'postgres/server.log')}` },
  );
  if (!address) return without(started, true);
  return openAt(address);
}

function openAt(address: DatabaseAddress): Opened {
  let orm: MikroORM | undefined;
  let isUsable = false;
  const remedy = 'look whether the server hangs, or a firewall drops connections';
  const database = limited(() => checkDatabase(address, () => (isUsable = true)), { ms: LIMIT.database, remedy });
  const em = database.then(async () => {
    if (!isUsable) return null;
    orm = await openDatabase(address.directUrl);
    const opened = orm;
    return () => opened.em.fork();
  });
  const close = async () => {
    await within(LIMIT.close, orm?.close());
    await address.stop();
  };
  return { isSetUp: true, database, em, address, close };
}

function reportOn(config: Config, { isSetUp, database, em, address }: Opened): Report {
  const limits = { ms: LIMIT.part, remedy: 'look whether its server hangs' };
  const part = (check: (em: Services['em'] | null) => Promise<Finding>) =>
    em.then((given) => limited(() => check(given), limits));
  const withDatabase = (check: (em: Services['em']) => Promise<Finding>) =>
    part(async (given) => (given ? check(given) : NO_DATABASE));
  let hasUsableKeys = false;
  const keys = part(async (given) => (isSetUp ? checkKeys(config, given, () => (hasUsableKeys = true)) : NO_DATABASE));
  return {
    database,
    clock: withDatabase(checkClock),
    keys,
    storage: part(async (given) => (isSetUp ? checkStorage(config, given) : NO_DATABASE)),
    mail: part(() => checkMail(config)),
    workers: withDatabase(checkWorkers),
    log: Promise.all([keys, em]).then(([, given]) => {
      if (!given || !address) return NO_DATABASE;
      // Services add unknown keys to the table when they are opened.
      if (!hasUsableKeys) return unchecked('not checked before the keys are in order');
      const check = () => withServices(config, address, checkLog);
      return limited(check, { ms: LIMIT.log, remedy: 'run log verify' });
    }),
  };
}

const NOT_ITS_TURN = `another process has been starting or stopping PostgreSQL for ${LIMIT.turn / 1000} s: look whether it hangs`;

const NO_DATABASE = unchecked('not checked without the database');

async function withServices<Result>(
  config: Config,
  { directUrl }: DatabaseAddress,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const { services, close } = await openServices(config, directUrl, addressOf(config));
  try {
    return await work(services);
  } finally {
    await within(LIMIT.close, close());
  }
}

/** Waits for an end, but no longer than `ms`: the process ends anyway. */
async function within(ms: number, end: Promise<unknown> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.resolve(end).catch(() => undefined), late]);
  clearTimeout(timer);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
