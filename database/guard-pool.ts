import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Limits } from './pool.ts';
import { PooledClient } from './pooled-client.ts';

/**
 * Maximum silence of a connection, in ms. A running server ends every statement earlier (`statement_timeout`), so the connection is dead.
 */
const READ_TIMEOUT_MS = 35_000;
/** The same for requests, whose statements are shorter. */
const REQUEST_READ_TIMEOUT_MS = 10_000;
/**
 * Longest wait for connections: 4 s in total for a request, 15 s each for a job. Counted in slices, because after a pause of the whole
 * process a timer would end before the responses in the meantime are read.
 */
const ACQUIRE_SLICES = { request: 40, job: 150 };
const SLICE_MS = 100;
/** Time in ms to read data that arrived during a pause of the process. */
const GRACE_MS = 250;
/** Remaining slices below which a request must have waited behind requests that wait for a lock. */
const LEFT_BEHIND_OTHERS = ACQUIRE_SLICES.request * 0.75;
/** Lock timeout of such a request in ms, so that it and those behind it are answered within 5 s. */
const SHORT_LOCK_TIMEOUT_MS = 500;

/** Purpose of a pool's connections. */
export type PoolName = 'main' | 'queues' | 'rate-limits' | 'sign-in' | 'sessions' | 'migrations';
const pools = new Map<pg.Pool, PoolName>();

/** Returns the open pools of this process. */
export const openPools = (): [PoolName, pg.Pool][] =>
  [...pools].filter(([pool]) => !pool.ended).map(([pool, name]) => [name, pool]);

/**
 * Opens `count` connections of each of these pools in advance, so that the first requests do not wait. Ignores failures; those connections
 * are opened later.
 */
export async function connectAhead(names: readonly PoolName[], count: number): Promise<void> {
  const wanted = openPools().filter(([name]) => names.includes(name));
  const ahead = wanted.flatMap(([, pool]) => Array.from({ length: count }, () => pool.connect()));
  for (const result of await Promise.allSettled(ahead)) if (result.status === 'fulfilled') result.value.release();
}

const acquireBudget = new AsyncLocalStorage<{ slices: number }>();

/** Runs a request with ACQUIRE_SLICES as the limit for all its waits for connections together. */
export const withAcquireBudget = <Result>(work: () => Result): Result =>
  acquireBudget.run({ slices: ACQUIRE_SLICES.request }, work);

/**
 * Makes a pool recover from lost connections, idle or in use. `pg` leaves both to its users. An `error` event without a listener ends the
 * process, and an unreleased connection counts forever. Kysely does not release a connection whose BEGIN or ROLLBACK fails, so ten losses
 * would exhaust the pool.
 */
export function guardPool(pool: pg.Pool, { statement_timeout: bounded }: Limits, name: PoolName): void {
  for (const known of pools.keys()) if (known.ended) pools.delete(known);
  pools.set(pool, name);
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const connect = pool.connect.bind(pool);
  const guarded = async () => {
    const client = await acquire(pool, connect);
    releaseWhenLost(client);
    if (bounded) destroyWhenSilent(client);
    const left = acquireBudget.getStore()?.slices;
    if (left !== undefined && left < LEFT_BEHIND_OTHERS) await shortenLockTimeout(client);
    return client;
  };
  // Pool.query uses the callback form and handles losses itself.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    if (!callback) return guarded();
    if (!acquireBudget.getStore()) return connect(callback);
    guarded().then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }) as typeof pool.connect;
}

/** Waits for a connection as long as the request or job allows. A connection that arrives later returns to the pool. */
async function acquire(pool: pg.Pool, connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  if (pool.idleCount > 0) return connect();
  const left = acquireBudget.getStore() ?? { slices: ACQUIRE_SLICES.job };
  const connecting = connect();
  let isOver = false;
  const timeOut = async () => {
    while (left.slices > 0) {
      await sleep(SLICE_MS, undefined, { ref: false });
      if (isOver) break;
      left.slices--;
    }
    return null;
  };
  const client = await Promise.race([connecting, timeOut()]).finally(() => {
    isOver = true;
  });
  if (client) return client;
  connecting.then((late) => late.release()).catch(() => undefined);
  throw new Error('timeout exceeded when trying to connect');
}

/** Immediately removes a connection from the pool if it is lost while in use. Its user may still release it. */
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

/** Shortens the lock timeout until the connection is released. */
async function shortenLockTimeout(client: pg.PoolClient): Promise<void> {
  const release = client.release;
  if (client instanceof PooledClient) {
    client.shortLockTimeout = SHORT_LOCK_TIMEOUT_MS;
    client.release = (error) => {
      client.shortLockTimeout = undefined;
      release(error);
    };
    return;
  }
  client.release = (error) => {
    if (error) release(error);
    else client.query('reset lock_timeout').then(() => release(), release);
  };
  await client.query(`set lock_timeout = ${SHORT_LOCK_TIMEOUT_MS}`).catch((error: Error) => {
    client.release(error);
    throw error;
  });
}

/** Destroys a silent connection in use, so that its statement fails. */
function destroyWhenSilent(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const release = client.release;
  const destroy = () => stream.destroy(new Error('Connection terminated: PostgreSQL does not answer'));
  let grace: NodeJS.Timeout | undefined;
  const onTimeout = () => {
    const { bytesRead } = stream;
    grace = setTimeout(() => stream.bytesRead === bytesRead && destroy(), GRACE_MS);
  };
  stream.setTimeout(acquireBudget.getStore() ? REQUEST_READ_TIMEOUT_MS : READ_TIMEOUT_MS).once('timeout', onTimeout);
  client.release = (error) => {
    clearTimeout(grace);
    stream.setTimeout(0).off('timeout', onTimeout);
    release(error);
  };
}
