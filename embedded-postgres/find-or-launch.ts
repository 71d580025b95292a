import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, type Connection, writeConnection } from './cluster.ts';
import { ensureDatabase } from './ensure-database.ts';
import { failureReason } from './failure-reason.ts';
import { findPostmaster, isRunning, launchPostmaster, type Postmaster } from './postmaster.ts';

const LAUNCH_TIMEOUT_MS = 60_000;

// Temporary failures: backends of a killed server are still ending, a launcher whose caller was killed is still running, or another program
// took the port.
const TRANSIENT =
  /shared memory block|lock file .* already exists|(lock|PID) file .* is empty|invalid data in PID|could not create any TCP\/IP sockets/;

/** Returns the server that runs on the cluster, and launches one if needed. It has our database and accepts connections. */
export async function findOrLaunch(
  cluster: Cluster,
  connection: Connection,
  settings: Readonly<Record<string, string>>,
  log: (message: string) => void,
): Promise<Postmaster> {
  const giveUp = performance.now() + LAUNCH_TIMEOUT_MS;
  let state = 'already runs';
  let { port } = connection;
  for (;;) {
    const running = await findPostmaster(cluster);
    if (running && (await ensureDatabase(running, connection.password, () => isRunning(cluster, running)))) {
      log(`PostgreSQL ${state} on 127.0.0.1:${running.port}`);
      return running;
    }
    port = await freePort(port);
    const failure = await launchPostmaster(cluster, port, settings);
    if (failure === undefined) await writeConnection(cluster, { ...connection, port });
    else if (!TRANSIENT.test(failure) || performance.now() > giveUp) {
      throw new Error(
        await failureReason(`PostgreSQL does not start in ${cluster.directory}`, cluster.directory, failure),
      );
    } else await sleep(200);
    state = 'runs';
  }
}

/** Returns a free port on 127.0.0.1, preferably the previous one. */
async function freePort(before: number): Promise<number> {
  return (await listenOnce(before)) ?? (await listenOnce(0)) ?? 0;
}

async function listenOnce(port: number): Promise<number | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
