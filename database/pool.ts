import pg from 'pg';
import { guardPool } from './guard-pool.ts';

/** Options of every connection to PostgreSQL. */
export const CONNECTION = {
  application_name: 'laurel',
  /** Ends an attempt to connect. Callers stop waiting sooner: ACQUIRE_SLICES. */
  connectionTimeoutMillis: 60_000,
  idleTimeoutMillis: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  idle_in_transaction_session_timeout: 30_000,
} satisfies pg.PoolConfig;

/** Time limits of statements; migrations and operators' commands have none. */
export type Limits = Pick<pg.PoolConfig, 'statement_timeout' | 'lock_timeout'>;
/** For jobs, which may wait for locks. */
export const JOB_LIMITS: Limits = { statement_timeout: 30_000 };
/** For requests: one that waits for a lock must return its connection soon. */
export const REQUEST_LIMITS: Limits = { ...JOB_LIMITS, lock_timeout: 2_000 };

/** A pool that recovers from lost connections; see guardPool. */
export function openPool(databaseUrl: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, ...CONNECTION, ...options });
  guardPool(pool, options);
  return pool;
}
