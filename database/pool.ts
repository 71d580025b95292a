import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { guardPool } from './guard-pool.ts';
import type { PoolName } from './open-pools.ts';
import { pooledClient } from './pooled-client.ts';
import { PreparedClient } from './prepared-client.ts';

/** Timeout in ms of a transaction without statements. */
export const IDLE_IN_TRANSACTION_MS = 30_000;

/** Options of all connections to PostgreSQL. */
const CONNECTION = {
  application_name: 'laurel',
  /** Limits an attempt to connect. Callers stop waiting earlier (`acquire`). */
  connectionTimeoutMillis: 60_000,
  idleTimeoutMillis: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies pg.PoolConfig;

/** Time limits of statements, and the kind of connection. Migrations and operators' commands have no limits. */
export interface Limits {
  statement_timeout?: number;
  lock_timeout?: number;
  /** True if the address is that of a pooler in transaction mode. */
  behindPooler?: boolean;
}
/** Limits of jobs, which can wait for locks. */
export const JOB_LIMITS: Limits = { statement_timeout: 30_000 };
/** Limits of requests. A request that waits for a lock must soon release its connection. */
export const REQUEST_LIMITS: Limits = { ...JOB_LIMITS, lock_timeout: 2_000 };

/**
 * Returns the options of a client or a pool. Without a pooler the limits are start-up parameters; see `pooledClient`. Settings in the
 * address override Laurel's. Files that it names, such as `sslrootcert`, are read here. `pg` would read them for each connection, and a
 * temporarily missing file would end the process.
 */
export function connectionOptions(databaseUrl: string, { behindPooler = false, ...limits }: Limits): pg.PoolConfig {
  const all = { ...limits, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS };
  const own = { ...CONNECTION, ...(behindPooler ? { Client: pooledClient(all) } : { Client: PreparedClient, ...all }) };
  return { ...own, ...parseIntoClientConfig(databaseUrl) };
}

/** Returns a pool that recovers from lost connections; see `guardPool`. */
export function openPool(name: PoolName, databaseUrl: string, limits: Limits, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...connectionOptions(databaseUrl, limits), ...options });
  guardPool(pool, limits, name);
  return pool;
}
