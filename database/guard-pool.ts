import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Limits } from './pool.ts';
import { PooledClient } from './pooled-client.ts';

/** By then a running server has ended every statement (`statement_timeout`): a connection that receives nothing for longer is dead. */
const READ_TIMEOUT_MS = 35_000;
/** No statement of a request takes this long. */
const REQUEST_READ_TIMEOUT_MS = 10_000;
/**
 * The longest wait for connections, in slices of time: 4 seconds for all of a request, 15 for each of a job. Slices,
 * because after a pause of the whole process a timer would end before the answers that came meanwhile are read.
 */
const ACQUIRE_SLICES = { request: 40, job: 150 };
const SLICE_MS = 100;
/** After a pause of the process, the time in which it reads what has arrived meanwhile. */
const GRACE_MS = 250;
/** With less than this left of its wait, a request has waited behind others that themselves wait for a lock. */
const LEFT_BEHIND_OTHERS = ACQUIRE_SLICES.request * 0.75;
/** So long such a request waits for a lock itself: it, and those behind it, are answered within 5 seconds. */
const SHORT_LOCK_TIMEOUT_MS = 500;

/** What the connections of a pool are for. */
export type PoolName = 'main' | 'queues' | 'rate-limits' | 'sign-in' | 'sessions' | 'migrations';
const pools = new Map<pg.Pool, PoolName>();

/** The pools of this process that are open. */
export const openPools = (): [PoolName, pg.Pool][] =>
  [...pools].filter(([pool]) => !pool.ended).map(([pool, name]) => [name, pool]);

/** Opens so many connections of each of these pools ahead, so that the first requests do not wait for them. What can't connect now does later. */
export async function connectAhead(names: readonly PoolName[], count: number): Promise<void> {
  const wanted = openPools().filter(([name]) => names.includes(name));
  const ahead = wanted.flatMap(([, pool]) => Array.from({ length: count }, () => pool.connect()));
  for (const result of await Promise.allSettled(ahead)) if (result.status === 'fulfilled') result.value.release();
}

const acquireBudget = new AsyncLocalStorage<{ slices: number }>();

/** Runs a request: all its waits for connections together take no longer than ACQUIRE_SLICES. */
export const withAcquireBudget = <Result>(work: () => Result): Result =>
  acquireBudget.run({ slices: ACQUIRE_SLICES.request }, work);

/**
 * Makes a pool recover from lost connections, idle or in use. `pg` leaves both to its users: an `error` event of a connection
 * without a listener ends the process, and a connection that is not released is counted for ever. Kysely does not release
 * one whose BEGIN or ROLLBACK fails: after ten such losses the pool would have dead connections only.
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
  // Pool.query uses the form with a callback, and handles losses itself.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    if (!callback) return guarded();
    if (!acquireBudget.getStore()) return connect(callback);
    guarded().then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }) as typeof pool.connect;
}

/** Waits for a connection for as long as the request or job may. One that arrives later goes back to the pool. */
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

/** Takes a connection that is lost while in use out of the pool at once; its user may still release it, or not. */
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

/** Shortens the wait for locks until the connection is released. */
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

/** Destroys a connection in use that receives nothing any more, so that its statement fails. */
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
