import type pg from 'pg';

/**
 * Makes the loss of a connection harmless to the process. An `error` event without a listener ends it, and the pool listens only to idle
 * connections (pg 8.23.1, github.com/brianc/node-postgres/issues/2439).
 */
export function surviveLosses(pool: pg.Pool): void {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/**
 * Immediately removes a connection from the pool if it is lost while in use. Its user may still release it. Kysely does not release one
 * whose BEGIN or ROLLBACK fails (kysely 0.29.6, github.com/kysely-org/kysely/issues/1990), so ten losses would exhaust the pool.
 */
export function releaseWhenLost(client: pg.PoolClient): void {
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
