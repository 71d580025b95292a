import type pg from 'pg';

/** Purpose of a pool's connections. */
export type PoolName = 'main' | 'queues' | 'rate-limits' | 'sign-in' | 'sessions' | 'migrations';
const pools = new Map<pg.Pool, PoolName>();

/** Adds a pool to the open ones, and forgets those that have ended. */
export function registerPool(pool: pg.Pool, name: PoolName): void {
  for (const known of pools.keys()) if (known.ended) pools.delete(known);
  pools.set(pool, name);
}

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
