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

// Crash recovery of a large database takes its time; what hangs is for the operator to see.
const START_SECONDS = 600;
const STOP_MILLISECONDS = 60_000;
const WRITING_MILLISECONDS = 2_000;

/** Finds the server that runs on the cluster. The process that its pid file names may be long dead, or another program. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const found = await readPidFile(cluster);
  return found && (await isRunning(cluster, found)) ? found : undefined;
}

/** Whether the process is still there, and is this cluster's server. */
export async function isRunning(cluster: Cluster, { pid }: Postmaster): Promise<boolean> {
  const words = await commandOf(pid);
  return basename(words[0] ?? '') === 'postgres' && words.includes(cluster.directory);
}

/**
 * Starts the server on 127.0.0.1, in a session of its own that a signal to our process group does not reach. pg_ctl is
 * the launcher: it leaves the server to init, waits until it takes connections, and ends.
 * Answers undefined when it runs, or what PostgreSQL logged when it does not start.
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

/** Ends the server in order (a fast shutdown: clients are cut off, everything is written) and waits until it is gone. */
export async function stopPostmaster(cluster: Cluster, postmaster: Postmaster): Promise<void> {
  try {
    process.kill(postmaster.pid, 'SIGINT');
  } catch (error) {
    // It ended a moment ago.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
  const patience = Date.now() + STOP_MILLISECONDS;
  while (await isRunning(cluster, postmaster)) {
    if (Date.now() > patience) throw new Error(`PostgreSQL (process ${postmaster.pid}) does not stop`);
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
 * PostgreSQL itself sees to a pid file whose process is dead. But it takes any live process of its user for a server, and
 * an empty file (left by a loss of power) for one that starts. Its other guard, on the shared memory that belongs to the
 * directory, still stands when the file is gone.
 */
async function removeMisleadingPidFile(cluster: Cluster): Promise<void> {
  const made = await stat(pidFile(cluster)).catch(() => undefined);
  if (!made) return;
  const named = await readPidFile(cluster);
  const misleads = named
    ? !(await isRunning(cluster, named)) && (await commandOf(named.pid)).length > 0
    : Date.now() - made.mtimeMs > WRITING_MILLISECONDS;
  if (misleads) await rm(pidFile(cluster), { force: true });
}

const pidFile = (cluster: Cluster) => join(cluster.directory, 'postmaster.pid');

/** The words of a process's command line; none where it does not run (a zombie has none either). */
async function commandOf(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text.split('\0').slice(0, -1);
  }
  const listed = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  // ps joins the words: the program, and the directory that follows -D, are told apart by what stands around them.
  const found = /^(.*?) -D (.*?) -c /.exec(listed.stdout);
  return found ? [found[1] ?? '', found[2] ?? ''] : listed.stdout.trim().split('\n').filter(Boolean);
}

/** Quotes a word for the shell that pg_ctl starts the server with. */
const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
