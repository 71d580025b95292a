import type pg from 'pg';
import { acquire, isBehindOthers, isRequest } from './acquire-budget.ts';
import { type PoolName, registerPool } from './open-pools.ts';
import { releaseWhenLost, surviveLosses } from './pg-lost-connections.ts';
import { destroyWhenSilent } from './pg-silent-connections.ts';
import type { TransactionLimits } from './pooled-client.ts';
import { shortenLockTimeout } from './shorten-lock-timeout.ts';

/**
 * Maximum silence of a connection, in ms. A running server ends every statement earlier (`statement_timeout`), so the connection is dead.
 */
const READ_TIMEOUT_MS = 35_000;
/** The same for requests, whose statements are shorter. */
const REQUEST_READ_TIMEOUT_MS = 10_000;
/** Lock timeout in ms of a request that has waited behind others, so that it and those behind it are answered within 5 s. */
const SHORT_LOCK_TIMEOUT_MS = 500;

/** Makes a pool recover from lost connections, idle or in use (docs/decisions/0023-guarded-connections.md). */
export function guardPool(pool: pg.Pool, { statement_timeout: bounded }: TransactionLimits, name: PoolName): void {
  registerPool(pool, name);
  surviveLosses(pool);
  const connect = pool.connect.bind(pool);
  const guarded = async () => {
    const client = await acquire(pool, connect);
    releaseWhenLost(client);
    if (bounded) destroyWhenSilent(client, isRequest() ? REQUEST_READ_TIMEOUT_MS : READ_TIMEOUT_MS);
    if (isBehindOthers()) await shortenLockTimeout(client, SHORT_LOCK_TIMEOUT_MS);
    return client;
  };
  // Pool.query uses the callback form and handles losses itself.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    if (!callback) return guarded();
    if (!isRequest()) return connect(callback);
    guarded().then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }) as typeof pool.connect;
}
