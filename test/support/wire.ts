import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Laurel } from './laurel.ts';
import { waitFor } from './wait-for.ts';

/** Opens a TCP connection to the server, for requests that no HTTP client allows. */
export async function openSocket(laurel: Laurel): Promise<Socket> {
  const { hostname, port } = new URL(laurel.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Returns the head of a request, with its empty line. */
export const headOf = (line: string, headers: Record<string, string> = {}): string =>
  [
    `${line} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');

/** Requests a download and resets the connection after `after` bytes. Resolves to the number of bytes received. */
export async function breakOff(laurel: Laurel, head: string, after: number): Promise<number> {
  const socket = await openSocket(laurel);
  let received = 0;
  socket.on('data', (chunk) => {
    received += chunk.length;
    if (received >= after) socket.resetAndDestroy();
  });
  socket.setTimeout(30_000, () => socket.destroy());
  socket.write(head);
  if (after === 0) socket.resetAndDestroy();
  if (!socket.closed) await once(socket, 'close');
  return received;
}

/**
 * Returns the number of open files, sockets and pipes of the process (Linux). Connections to the database do not count, because pools grow
 * and shrink.
 */
export async function openHandles(laurel: Laurel): Promise<number> {
  const directory = `/proc/${laurel.process.pid}/fd`;
  const names = await readdir(directory);
  const targets = await Promise.all(names.map((name) => readlink(join(directory, name)).catch(() => null)));
  const toDatabase = await socketsTo(laurel, Number(new URL(laurel.databaseUrl).port));
  return targets.filter((target) => target !== null && !toDatabase.has(target)).length;
}

/** Returns the process's TCP connections to a port, as `/proc` names them: `socket:[INODE]`. */
async function socketsTo(laurel: Laurel, port: number): Promise<Set<string>> {
  const read = (table: string) => readFile(`/proc/${laurel.process.pid}/net/${table}`, 'utf8').catch(() => '');
  const rows = (await Promise.all(['tcp', 'tcp6'].map(read))).join('\n').split('\n');
  const columns = rows.map((row) => row.trim().split(/\s+/));
  const isTo = (address = '') => Number.parseInt(address.split(':')[1] ?? '', 16) === port;
  return new Set(columns.filter(([, , remote]) => isTo(remote)).map((row) => `socket:[${row[9]}]`));
}

/** Returns the number of other connections to the database with running statements or open transactions. */
export async function busyConnections(laurel: Laurel): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(
    database(laurel.installation.services.em()),
  );
  return rows[0]?.count ?? 0;
}

/** Waits at most 30 s until a count is at most `wanted`. Resolves to the last count. */
export async function settled(count: () => Promise<number>, wanted: number): Promise<number> {
  for (const end = Date.now() + 30_000; ; await sleep(100)) {
    const now = await count();
    if (now <= wanted || Date.now() > end) return now;
  }
}

/** Waits until a count has not changed for 2 s. Resolves to it. */
export async function steady(what: string, count: () => Promise<number>): Promise<number> {
  let [last, since] = [Number.NaN, 0];
  const read = async () => {
    const now = await count();
    if (now !== last) [last, since] = [now, performance.now()];
    return now;
  };
  return waitFor(`a steady number of ${what}`, read, () => performance.now() - since >= 2000, { everyMs: 100 });
}
