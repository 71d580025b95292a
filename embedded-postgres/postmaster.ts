import { execFile } from 'node:child_process';
import { access, constants, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Cluster } from './cluster.ts';
import { run } from './run-program.ts';

/** A server that runs on a cluster. */
export interface Postmaster {
  pid: number;
  /** Port on 127.0.0.1. */
  port: number;
  /** Directory of its Unix socket; empty without one. */
  socketDirectory: string;
}

/** Maximum length of a Unix socket's path in bytes, on macOS. Linux allows four more. */
const MAX_SOCKET_PATH = 103;
// Sufficient for the crash recovery of a large database.
const START_SECONDS = 600;
const STOP_MILLISECONDS = 60_000;
const WRITING_MILLISECONDS = 2_000;

/** Finds the server that runs on the cluster. The process in its pid file may have ended, or may be another program. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const found = await readPidFile(cluster);
  return found && (await isRunning(cluster, found)) ? found : undefined;
}

/** Returns true if the process runs and is this cluster's server. */
export async function isRunning(cluster: Cluster, { pid }: Pick<Postmaster, 'pid'>): Promise<boolean> {
  const words = await commandOf(pid);
  return basename(words[0] ?? '') === 'postgres' && words.includes(cluster.directory);
}

/**
 * Starts the server on 127.0.0.1, in a separate session that signals to our process group do not reach. The program pg_ctl starts it in the
 * background, waits until it accepts connections, and ends. Returns undefined if the server runs, or PostgreSQL's log if it does not start.
 *
 * It also has a Unix socket in the cluster's directory, if the file system allows it. A statement costs a tenth less there than over TCP.
 */
export async function launchPostmaster(
  cluster: Cluster,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const log = join(cluster.directory, 'server.log');
  await rename(log, `${log}.previous`).catch(() => undefined);
  for (const lockFile of [pidFile(cluster), `${socketPath(cluster.directory, port)}.lock`])
    await removeMisleading(cluster, lockFile);
  const unix_socket_directories = socketDirectoryFor(cluster, port);
  const all = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories, ...settings };
  const words = Object.entries(all).map(([name, value]) => `-c ${quote(`${name}=${value}`)}`);
  const start = ['start', '--silent', '--wait', '--timeout', String(START_SECONDS)];
  const where = ['--pgdata', cluster.directory, '--log', log, '--options', words.join(' ')];
  const started = await run(cluster.account, cluster.binaries.pg_ctl, [...start, ...where], { detached: true });
  if (started.code === 0) return undefined;
  const failure = `${started.output}\n${await readFile(log, 'utf8').catch(() => '')}`;
  if (all.unix_socket_directories === '' || !failure.includes('could not create any Unix-domain sockets'))
    return failure;
  return launchPostmaster(cluster, port, { ...settings, unix_socket_directories: '' });
}

/** Returns the value of `unix_socket_directories`: empty if the socket's path would be too long, or on Windows. */
function socketDirectoryFor({ directory }: Cluster, port: number): string {
  if (process.platform === 'win32' || Buffer.byteLength(socketPath(directory, port)) > MAX_SOCKET_PATH) return '';
  // The value is a list, in which quotes protect commas.
  return `"${directory}"`;
}

/** Returns the directory of the server's Unix socket, or undefined if it has none that this process can use. */
export async function findSocket({ port, socketDirectory }: Postmaster): Promise<string | undefined> {
  if (socketDirectory === '') return undefined;
  const isUsable = await access(socketPath(socketDirectory, port), constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
  return isUsable ? socketDirectory : undefined;
}

/** Returns the path that PostgreSQL and its clients give to a Unix socket. */
const socketPath = (directory: string, port: number) => join(directory, `.s.PGSQL.${port}`);

/** Stops the server with a fast shutdown (clients are disconnected, everything is written) and waits for its end. */
export async function stopPostmaster(cluster: Cluster, postmaster: Postmaster): Promise<void> {
  try {
    process.kill(postmaster.pid, 'SIGINT');
  } catch (error) {
    // The server has just ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
  const deadline = performance.now() + STOP_MILLISECONDS;
  while (await isRunning(cluster, postmaster)) {
    if (performance.now() > deadline) throw new Error(`PostgreSQL (process ${postmaster.pid}) does not stop`);
    await sleep(20);
  }
}

async function readPidFile(cluster: Cluster): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(cluster), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw new Error(`Cannot read ${cluster.directory}: ${error.message}`, { cause: error });
  });
  const lines = text.split('\n');
  const [pid, port, socketDirectory = ''] = [Number(lines[0]), Number(lines[3]), lines[4]];
  return pid > 0 && port > 0 ? { pid, port, socketDirectory } : undefined;
}

/**
 * Removes a lock file that would mislead PostgreSQL: its pid file, or the lock of its socket. PostgreSQL itself replaces one whose process
 * has ended. But it mistakes any running process of its user for a server, and an empty file, left by a power failure, for a server that is
 * starting. Its other guard, the shared memory block of the directory, works without the files.
 */
async function removeMisleading(cluster: Cluster, lockFile: string): Promise<void> {
  const made = await stat(lockFile).catch(() => undefined);
  if (!made) return;
  const pid = Number.parseInt(await readFile(lockFile, 'utf8'), 10);
  const misleads =
    pid > 0
      ? !(await isRunning(cluster, { pid })) && (await commandOf(pid)).length > 0
      : Math.abs(Date.now() - made.mtimeMs) > WRITING_MILLISECONDS;
  if (misleads) await rm(lockFile, { force: true });
}

const pidFile = (cluster: Cluster) => join(cluster.directory, 'postmaster.pid');

/** Returns the arguments of a process's command line. Empty if the process does not run or is a zombie. */
async function commandOf(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text.split('\0').slice(0, -1);
  }
  const listed = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  // ps joins the arguments. The surrounding options delimit the program and the directory after -D.
  const found = /^(.*?) -D (.*?) -c /.exec(listed.stdout);
  return found ? [found[1] ?? '', found[2] ?? ''] : listed.stdout.trim().split('\n').filter(Boolean);
}

/** Quotes a word for the shell in which pg_ctl starts the server. */
const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
