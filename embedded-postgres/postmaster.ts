import { execFile } from 'node:child_process';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Cluster } from './cluster.ts';
import { run } from './run-program.ts';

/** A server that runs on a cluster. */
export interface Postmaster {
  pid: number;
  port: number;
}

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
export async function isRunning(cluster: Cluster, { pid }: Postmaster): Promise<boolean> {
  const words = await commandOf(pid);
  return basename(words[0] ?? '') === 'postgres' && words.includes(cluster.directory);
}

/**
 * Starts the server on 127.0.0.1, in a separate session that signals to our process group do not reach. The program pg_ctl starts it in
 * the background, waits until it accepts connections, and ends. Returns undefined if the server runs, or PostgreSQL's log if it does not start.
 */
export async function launchPostmaster(
  cluster: Cluster,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const log = join(cluster.directory, 'server.log');
  await rename(log, `${log}.previous`).catch(() => undefined);
  await removeMisleadingPidFile(cluster);
  const all = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const words = Object.entries(all).map(([name, value]) => `-c ${quote(`${name}=${value}`)}`);
  const start = ['start', '--silent', '--wait', '--timeout', String(START_SECONDS)];
  const where = ['--pgdata', cluster.directory, '--log', log, '--options', words.join(' ')];
  const started = await run(cluster.account, cluster.binaries.pg_ctl, [...start, ...where], { detached: true });
  if (started.code === 0) return undefined;
  return `${started.output}\n${await readFile(log, 'utf8').catch(() => '')}`;
}

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
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 ? { pid, port } : undefined;
}

/**
 * Removes a pid file that would mislead PostgreSQL. PostgreSQL itself replaces a pid file whose process has ended. But it mistakes any
 * running process of its user for a server, and an empty file, left by a power failure, for a server that is starting. Its other guard, the
 * shared memory block of the directory, works without the file.
 */
async function removeMisleadingPidFile(cluster: Cluster): Promise<void> {
  const made = await stat(pidFile(cluster)).catch(() => undefined);
  if (!made) return;
  const named = await readPidFile(cluster);
  const misleads = named
    ? !(await isRunning(cluster, named)) && (await commandOf(named.pid)).length > 0
    : Math.abs(Date.now() - made.mtimeMs) > WRITING_MILLISECONDS;
  if (misleads) await rm(pidFile(cluster), { force: true });
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
