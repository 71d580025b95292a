import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { adoptCluster, type Cluster, clusterExists, createCluster, giveToOwner, readConnection } from './cluster.ts';
import { urlOf } from './ensure-database.ts';
import { findOrLaunch } from './find-or-launch.ts';
import { type Lock, tryLock, waitForLock } from './locks.ts';
import { findPostmaster, findSocket, stopPostmaster } from './postmaster.ts';

export interface EmbeddedPostgresOptions {
  /** Directory whose folder `postgres` has the data. Created if it does not exist. */
  dataDir: string;
  log: (message: string) => void;
  /** Server settings for this start, such as `fsync: 'off'` for tests. No effect if the server is already running. */
  settings?: Readonly<Record<string, string>>;
  /** Ends the wait for other processes that start or stop the server. */
  signal?: AbortSignal;
}

export interface EmbeddedPostgres {
  /** Address of the database `laurel`, as its superuser `laurel`. Parameter `host` is the directory of a Unix socket, if it has one. */
  url: string;
  /** Ends the server unless another process still uses it. Can be called twice. */
  stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL on `${dataDir}/postgres`, or connects to the server that already runs there.
 *
 * The server has a separate session, so neither Ctrl-C nor `kill -9` of this process ends it. Processes share it, and the last one to call
 * stop() ends it. A command next to a running application leaves the server running, and a command that started it ends it. After a `kill
 * -9` of its last user, the server runs until the next start connects to it and calls stop().
 *
 * Rejects with a one-line error that names the remedy.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, settings = {}, signal } = options;
  const cluster = await locate(options.dataDir);
  const change = await lockChanges(
    cluster,
    () => log('Another process is starting or stopping PostgreSQL: waiting for it'),
    signal,
  );
  try {
    if (!(await clusterExists(cluster))) {
      log(`Setting up PostgreSQL in ${cluster.directory}`);
      await createCluster(cluster, { durable: settings.fsync !== 'off' });
    }
    await adoptCluster(cluster);
    const connection = await readConnection(cluster);
    const postmaster = await findOrLaunch(cluster, connection, settings, log);
    const socketDirectory = await findSocket(postmaster);
    const use = await lockUse(cluster);
    let stopped: Promise<void> | undefined;
    return {
      url: urlOf(postmaster.port, connection.password, { socketDirectory }),
      stop: () => {
        stopped ??= stop(cluster, use);
        return stopped;
      },
    };
  } finally {
    change.release();
  }
}

async function stop(cluster: Cluster, use: Lock): Promise<void> {
  const change = await lockChanges(cluster, () => undefined);
  try {
    use.release();
    const unused = tryLock(usersFile(cluster), 'exclusive');
    if (!unused) return;
    unused.release();
    const postmaster = await findPostmaster(cluster);
    if (postmaster) await stopPostmaster(cluster, postmaster);
  } finally {
    change.release();
  }
}

async function locate(dataDir: string): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true }).catch((cause) => {
    throw new Error(`Cannot create the data directory ${dataDir}: ${cause.message}`, { cause });
  });
  // PostgreSQL compares paths as written, and its tools pass them to a shell in double quotes.
  const parent = await realpath(dataDir);
  const directory = join(parent, 'postgres');
  const binaries = await findBinaries();
  const unsafe = [directory, binaries.postgres].find((path) => /["$`\\\n]/.test(path));
  if (unsafe) throw new Error(`PostgreSQL cannot run from ${unsafe}: the path contains a quote, dollar or backslash`);
  return { directory, binaries, account: await chooseAccount(parent, directory, binaries) };
}

/** Takes the lock that is held while the cluster is created, started or stopped. */
async function lockChanges(cluster: Cluster, onWait: () => void, signal?: AbortSignal): Promise<Lock> {
  const file = `${cluster.directory}.change.lock`;
  const lock = await waitForLock(file, onWait, signal);
  await giveToOwner(cluster.account, file);
  return lock;
}

/** Takes the lock that processes share while they use the server. It is taken exclusively only under the lock on changes. */
async function lockUse(cluster: Cluster): Promise<Lock> {
  const lock = tryLock(usersFile(cluster), 'shared');
  if (!lock) throw new Error(`Cannot lock ${usersFile(cluster)}`);
  await giveToOwner(cluster.account, usersFile(cluster));
  return lock;
}

const usersFile = (cluster: Cluster) => `${cluster.directory}.use.lock`;
