import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { guardPool, type PoolName } from './guard-pool.ts';
import { pooledClient } from './pooled-client.ts';
import { PreparedClient } from './prepared-client.ts';

/** Ends a transaction that has asked for nothing for so long. */
export const IDLE_IN_TRANSACTION_MS = 30_000;

/** Options of every connection to PostgreSQL. */
const CONNECTION = {
  application_name: 'laurel',
  /** Ends an attempt to connect. Callers stop waiting sooner: ACQUIRE_SLICES. */
  connectionTimeoutMillis: 60_000,
  idleTimeoutMillis: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies pg.PoolConfig;

/** Time limits of statements, and the way to the server; migrations and operators' commands have no limits. */
export interface Limits {
  statement_timeout?: number;
  lock_timeout?: number;
  /** The address is that of a pooler in transaction mode. */
  behindPooler?: boolean;
}
/** For jobs, which may wait for locks. */
export const JOB_LIMITS: Limits = { statement_timeout: 30_000 };
/** For requests: one that waits for a lock must return its connection soon. */
export const REQUEST_LIMITS: Limits = { ...JOB_LIMITS, lock_timeout: 2_000 };

/**
 * Options of a client or a pool. Without a pooler the limits are start-up parameters; see pooledClient. What the address itself sets
 * comes before ours. The files that it names (`sslrootcert` and the like) are read here: given the address, `pg` reads them for
 * each connection, and one that is gone for a moment would end the process.
 */
export function connectionOptions(databaseUrl: string, { behindPooler = false, ...limits }: Limits): pg.PoolConfig {
  const all = { ...limits, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS };
  const own = { ...CONNECTION, ...(behindPooler ? { Client: pooledClient(all) } : { Client: PreparedClient, ...all }) };
  return { ...own, ...parseIntoClientConfig(databaseUrl) };
}

/** A pool that recovers from lost connections; see guardPool. */
export function openPool(name: PoolName, databaseUrl: string, limits: Limits, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...connectionOptions(databaseUrl, limits), ...options });
  guardPool(pool, limits, name);
  return pool;
}
