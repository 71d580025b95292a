import type pg from 'pg';
import { PooledClient } from './pooled-client.ts';

/** Shortens the lock timeout to `ms` until the connection is released. */
export async function shortenLockTimeout(client: pg.PoolClient, ms: number): Promise<void> {
  const release = client.release;
  if (client instanceof PooledClient) {
    client.shortLockTimeout = ms;
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
  await client.query(`set lock_timeout = ${ms}`).catch((error: Error) => {
    client.release(error);
    throw error;
  });
}
