import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { NAME } from './cluster.ts';
import type { Postmaster } from './postmaster.ts';

/** Returns the address of one of the server's databases, by TCP or by the Unix socket in a directory. */
export function urlOf(
  port: number,
  password: string,
  { database = NAME, socketDirectory }: { database?: string; socketDirectory?: string | undefined } = {},
): string {
  const url = `postgres://${NAME}:${password}@127.0.0.1:${port}/${database}`;
  return socketDirectory === undefined ? url : `${url}?host=${encodeURIComponent(socketDirectory)}`;
}

/** Time limit of a connection in ms. A server that starts or recovers refuses it at once; only one that hangs does not answer. */
const CONNECT_MS = 10_000;
/** Message of the library's error for it. */
const TIMED_OUT = 'timeout expired';

/**
 * Waits until the server accepts connections, and creates our database if it is missing. Returns false if `isAlive` reports that the server
 * ended. Throws if the server runs but does not answer.
 */
export async function ensureDatabase(
  { pid, port }: Postmaster,
  password: string,
  isAlive: () => Promise<boolean>,
): Promise<boolean> {
  const client = await connect(urlOf(port, password, { database: 'postgres' }), isAlive).catch((cause: unknown) => {
    if (!(cause instanceof Error && cause.message === TIMED_OUT)) throw cause;
    throw new Error(`PostgreSQL (process ${pid}) hangs: no answer within ${CONNECT_MS / 1000} s. End that process`, {
      cause,
    });
  });
  if (!client) return false;
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [NAME]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${NAME}`);
    return true;
  } finally {
    await client.end();
  }
}

// Codes of a server that is starting up or shutting down.
const NOT_NOW = new Set(['57P03', 'ECONNREFUSED', 'ECONNRESET']);

async function connect(url: string, isAlive: () => Promise<boolean>): Promise<pg.Client | undefined> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    // A server that ends between two queries is reported by this event. Unhandled, the event would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!NOT_NOW.has(code)) throw error;
      if (!(await isAlive())) return undefined;
      await sleep(100);
    }
  }
}
