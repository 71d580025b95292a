import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** What every connection to PostgreSQL is opened with, whoever opens it. */
export const CONNECTION = {
  application_name: 'laurel',
  /** Ends what never becomes a connection. Who waits for one gives up sooner: PATIENCE. */
  connectionTimeoutMillis: 60_000,
  idleTimeoutMillis: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  idle_in_transaction_session_timeout: 30_000,
} satisfies pg.PoolConfig;

/** Time limits of statements; migrations and operators' commands have none. */
export type Limits = Pick<pg.PoolConfig, 'statement_timeout' | 'lock_timeout'>;
/** For jobs: they may wait for others' locks. */
export const JOB_LIMITS: Limits = { statement_timeout: 30_000 };
/** For requests: one that waits for a lock gives its connection back soon. */
export const REQUEST_LIMITS: Limits = { ...JOB_LIMITS, lock_timeout: 1_800 };

/** A server that is there has ended a statement by then (Limits): a connection that is silent for longer is dead. */
const SILENCE_MS = 35_000;
/** No statement of a request takes this long. */
const REQUEST_SILENCE_MS = 10_000;
/**
 * How long one waits for connections, in slices of time: 3.5 seconds for all of a request, 15 for each of a job. Slices,
 * since a process that was held up finds its clock run out before it sees the answers that have come meanwhile.
 */
const PATIENCE = { request: 14, job: 60 };
const SLICE_MS = 250;

const patience = new AsyncLocalStorage<{ slices: number }>();

/** Runs a request: all its waits for connections together take no longer than PATIENCE. */
export const withPatience = <Result>(work: () => Result): Result => patience.run({ slices: PATIENCE.request }, work);

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
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    if (!callback) return guarded();
    if (!patience.getStore()) return connect(callback);
    guarded().then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }) as typeof pool.connect;
}

/** Waits for a connection for as long as the request or job that asks may. One that comes later serves others. */
async function patiently(pool: pg.Pool, connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  if (pool.idleCount > 0) return connect();
  const left = patience.getStore() ?? { slices: PATIENCE.job };
  const connecting = connect();
  let isOver = false;
  const tired = async () => {
    while (left.slices > 0) {
      await sleep(SLICE_MS, undefined, { ref: false });
      if (isOver) break;
      left.slices--;
    }
    return null;
  };
  const client = await Promise.race([connecting, tired()]).finally(() => {
    isOver = true;
  });
  if (client) return client;
  connecting.then((late) => late.release()).catch(() => undefined);
  throw new Error('timeout exceeded when trying to connect');
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
  const cut = () => stream.destroy(new Error('Connection terminated: PostgreSQL does not answer'));
  let grace: NodeJS.Timeout | undefined;
  // A process that was held up reads what has come meanwhile first.
  const onTimeout = () => {
    const { bytesRead } = stream;
    grace = setTimeout(() => stream.bytesRead === bytesRead && cut(), SLICE_MS);
  };
  stream.setTimeout(patience.getStore() ? REQUEST_SILENCE_MS : SILENCE_MS).once('timeout', onTimeout);
  client.release = (error) => {
    clearTimeout(grace);
    stream.setTimeout(0).off('timeout', onTimeout);
    release(error);
  };
}
