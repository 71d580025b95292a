import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** What every connection to PostgreSQL is opened with, whoever opens it. */
export const CONNECTION = {
  application_name: 'laurel',
  /** The most that a connection, free or new, is waited for. */
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  idle_in_transaction_session_timeout: 30_000,
} satisfies pg.PoolConfig;

/** Time limits of statements; migrations and operators' commands have none. */
export type Limits = Pick<pg.PoolConfig, 'statement_timeout' | 'lock_timeout'>;
/** For jobs: they may wait for others' locks. */
export const JOB_LIMITS: Limits = { statement_timeout: 30_000 };
/** For requests: one that waits for a lock gives its connection back soon. */
export const REQUEST_LIMITS: Limits = { ...JOB_LIMITS, lock_timeout: 2_000 };

/** A server that is there has ended a statement by then (Limits): a connection that is silent for longer is dead. */
const SILENCE_MS = 35_000;
/** No statement of a request takes this long. */
const REQUEST_SILENCE_MS = 10_000;
const REQUEST_PATIENCE_MS = 4_000;

const patience = new AsyncLocalStorage<{ leftMs: number }>();

/** Runs a request: all its waits for connections together take no longer than REQUEST_PATIENCE_MS. */
export const withPatience = <Result>(work: () => Result): Result => patience.run({ leftMs: REQUEST_PATIENCE_MS }, work);

/** A pool of connections that survives the loss of any of them; see guardPool. */
export function openPool(databaseUrl: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, ...CONNECTION, ...options });
  guardPool(pool, options);
  return pool;
}

/**
 * Makes a pool get over lost connections, idle or in use. `pg` itself leaves both to others: an `error` of a connection
 * that nobody listens to ends the process, and a connection that its user does not release is counted for ever. Kysely
 * releases none whose BEGIN or ROLLBACK fails: after ten such losses the pool would be full of dead connections.
 */
export function guardPool(pool: pg.Pool, { statement_timeout: bounded }: Limits): void {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const connect = pool.connect.bind(pool);
  const guarded = async () => {
    const client = await patiently(pool, connect);
    releaseWhenLost(client);
    if (bounded) endWhenSilent(client);
    return client;
  };
  // Pool.query uses the form with a callback, and sees to losses itself.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(callback) : guarded()) as typeof pool.connect;
}

/** Waits for a connection for as long as the request that asks may. */
async function patiently(pool: pg.Pool, connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  const request = patience.getStore();
  if (!request || pool.idleCount > 0) return connect();
  const asked = performance.now();
  const connecting = connect();
  const answered = new AbortController();
  const tired = sleep(Math.max(request.leftMs, 0), undefined, { signal: answered.signal }).then(() => {
    connecting.then((client) => client.release()).catch(() => undefined);
    throw new Error('timeout exceeded when trying to connect');
  });
  try {
    return await Promise.race([connecting, tired]);
  } finally {
    answered.abort();
    tired.catch(() => undefined);
    request.leftMs -= performance.now() - asked;
  }
}

/** A connection that is lost while it is in use leaves the pool at once; its user may still release it, or not. */
function releaseWhenLost(client: pg.PoolClient): void {
  const release = client.release;
  let isReleased = false;
  const onError = (error: Error) => client.release(error);
  client.release = (error) => {
    if (isReleased) return;
    isReleased = true;
    client.off('error', onError);
    release(error);
  };
  client.on('error', onError);
}

/** Cuts a connection in use that hears nothing any more, so that what waits for it fails. */
function endWhenSilent(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const release = client.release;
  const onTimeout = () => stream.destroy(new Error('Connection terminated: PostgreSQL does not answer'));
  stream.setTimeout(patience.getStore() ? REQUEST_SILENCE_MS : SILENCE_MS).once('timeout', onTimeout);
  client.release = (error) => {
    stream.setTimeout(0).off('timeout', onTimeout);
    release(error);
  };
}
