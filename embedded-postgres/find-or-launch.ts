import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, type Connection, writeConnection } from './cluster.ts';
import { ensureDatabase } from './ensure-database.ts';
import { failureReason } from './failure-reason.ts';
import { findPostmaster, isRunning, launchPostmaster, type Postmaster } from './postmaster.ts';

const PATIENCE_MILLISECONDS = 60_000;

// The backends of a killed server need a moment to notice; a launcher whose caller was killed may still be at work;
// another program may take the port before PostgreSQL does.
const PASSES =
  /shared memory block|lock file .* already exists|(lock|PID) file .* is empty|invalid data in PID|could not create any TCP\/IP sockets/;

/** The server that runs on the cluster, launched if there is none, with our database in it and ready for connections. */
export async function findOrLaunch(
  cluster: Cluster,
  connection: Connection,
  settings: Readonly<Record<string, string>>,
  log: (message: string) => void,
): Promise<Postmaster> {
  const giveUp = Date.now() + PATIENCE_MILLISECONDS;
  let word = 'already runs';
  let { port } = connection;
  for (;;) {
    const running = await findPostmaster(cluster);
    if (running && (await ensureDatabase(running.port, connection.password, () => isRunning(cluster, running)))) {
      log(`PostgreSQL ${word} on 127.0.0.1:${running.port}`);
      return running;
    }
    port = await freePort(port);
    const failure = await launchPostmaster(cluster, port, settings);
    if (failure === undefined) await writeConnection(cluster, { ...connection, port });
    else if (!PASSES.test(failure) || Date.now() > giveUp) {
      throw new Error(
        await failureReason(`PostgreSQL does not start in ${cluster.directory}`, cluster.directory, failure),
      );
    } else await sleep(200);
    word = 'runs';
  }
}

/** A free port on 127.0.0.1: the one that was used before where it is still free. */
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
