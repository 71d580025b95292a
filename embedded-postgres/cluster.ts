import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Binaries } from './binaries.ts';
import { failureReason } from './failure-reason.ts';
import { type Account, run } from './run-program.ts';

/** A database cluster on disk, with the programs and the account that run it. */
export interface Cluster {
  directory: string;
  binaries: Binaries;
  account: Account;
}

const Connection = z.object({ port: z.int(), password: z.string() });
export type Connection = z.infer<typeof Connection>;

/** Name of the superuser and of the database for callers. */
export const NAME = 'laurel';

// An operator can change these in postgresql.conf. Failed statements are not logged, because their values are personal data.
const DEFAULTS = ['shared_buffers=64MB', 'max_connections=100', 'timezone=UTC', 'log_min_error_statement=panic'];

/** Returns true if the cluster exists. Its creation is atomic: see createCluster. */
export async function clusterExists(cluster: Cluster): Promise<boolean> {
  return (await stat(join(cluster.directory, 'PG_VERSION')).catch(() => undefined)) !== undefined;
}

/**
 * Creates an empty cluster: UTF-8, sorted by code point independently of the machine's locale. Only the superuser can connect, with a
 * random password. The cluster is created next to its final place and renamed, so that a crash leaves no incomplete cluster.
 */
export async function createCluster(cluster: Cluster, options: { durable: boolean }): Promise<void> {
  const { account, binaries, directory } = cluster;
  await removeUnfinished(directory);
  const scratch = await mkdtemp(`${directory}-unfinished-`);
  try {
    const data = join(scratch, 'data');
    const passwordFile = join(scratch, 'password');
    const password = randomBytes(24).toString('hex');
    await mkdir(data, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    for (const path of [scratch, data, passwordFile]) await giveToOwner(account, path);
    const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = [`--username=${NAME}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    const settings = DEFAULTS.flatMap((setting) => ['--set', setting]);
    const sync = options.durable ? [] : ['--no-sync'];
    const made = await run(account, binaries.initdb, [...encoding, ...access, ...settings, ...sync, data]);
    if (made.code !== 0)
      throw new Error(await failureReason(`PostgreSQL cannot be set up in ${directory}`, directory, made.output));
    // The first start chooses the port.
    await writeConnection({ ...cluster, directory: data }, { port: 0, password });
    await rename(data, directory);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Reads the stored port and password. */
export async function readConnection(cluster: Cluster): Promise<Connection> {
  const file = connectionFile(cluster);
  try {
    return Connection.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new Error(`The embedded database's password cannot be read from ${file}: restore that file`, { cause });
  }
}

/** Stores the port and the password in the data directory, readable only by the owner. */
export async function writeConnection(cluster: Cluster, connection: Connection): Promise<void> {
  const file = connectionFile(cluster);
  await writeFile(`${file}.new`, JSON.stringify(connection), { mode: 0o600 });
  await giveToOwner(cluster.account, `${file}.new`);
  await rename(`${file}.new`, file);
}

/** Gives a cluster that root owns, such as a copy made by root, to the account that runs it. */
export async function adoptCluster(cluster: Cluster): Promise<void> {
  const { owner } = cluster.account;
  if (!owner || (await stat(cluster.directory)).uid === owner.uid) return;
  const root: Account = { through: [] };
  const changed = await run(root, 'chown', ['-R', '-h', `${owner.uid}:${owner.gid}`, cluster.directory]);
  if (changed.code !== 0)
    throw new Error(`Cannot give ${cluster.directory} to user ${owner.uid}: ${changed.output.trim()}`);
}

/** Gives a newly created file to the account that runs PostgreSQL. */
export async function giveToOwner(account: Account, path: string): Promise<void> {
  if (account.owner) await chown(path, account.owner.uid, account.owner.gid);
}

const connectionFile = (cluster: Cluster) => join(cluster.directory, 'laurel.json');

async function removeUnfinished(directory: string): Promise<void> {
  const parent = dirname(directory);
  const left = (await readdir(parent)).filter((name) => name.startsWith(`${basename(directory)}-unfinished-`));
  // The initdb of a killed start may still be running. The next start removes any files that remain.
  await Promise.allSettled(left.map((name) => rm(join(parent, name), { recursive: true, force: true })));
}
