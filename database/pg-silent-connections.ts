import type { Socket } from 'node:net';
import type pg from 'pg';

/** Time in ms to read data that arrived during a pause of the process. */
const GRACE_MS = 250;

/**
 * Destroys a connection that is silent for too long while in use, so that its statement fails. `query_timeout` would only end the wait for
 * the statement, and leave the connection in the pool (pg 8.23.1, github.com/brianc/node-postgres/issues/3399).
 */
export function destroyWhenSilent(client: pg.PoolClient, longestMs: number): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const release = client.release;
  const destroy = () => stream.destroy(new Error('Connection terminated: PostgreSQL does not answer'));
  let grace: NodeJS.Timeout | undefined;
  const onTimeout = () => {
    const { bytesRead } = stream;
    grace = setTimeout(() => stream.bytesRead === bytesRead && destroy(), GRACE_MS);
  };
  stream.setTimeout(longestMs).once('timeout', onTimeout);
  client.release = (error) => {
    clearTimeout(grace);
    stream.setTimeout(0).off('timeout', onTimeout);
    release(error);
  };
}
