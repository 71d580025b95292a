import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

interface Server {
  url: string;
  stop: () => Promise<void>;
}

const IMAGE = 'postgres:18';
// Tests need neither durability nor vacuuming of short-lived databases. They need many connections, because every file has its own pools.
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '500',
};

/**
 * Starts a PostgreSQL for tests. Returns its address and a function that ends it.
 *
 * TEST_DATABASE_URL names a server to use, with a role that can create databases. Otherwise a container is used if a Docker engine answers
 * and has the image, which is never pulled. The last choice is the embedded PostgreSQL in a temporary directory. TEST_DATABASE=container or
 * TEST_DATABASE=embedded requires one of these.
 */
export async function startServer(): Promise<Server> {
  const { TEST_DATABASE_URL: url, TEST_DATABASE: kind } = process.env;
  if (url) return { url, stop: async () => undefined };
  if (kind === 'container') return startContainer();
  if (kind === 'embedded') return startEmbedded();
  if (kind) throw new Error(`TEST_DATABASE is "${kind}"; it must be container or embedded`);
  return (await whyNoContainer()) ? startEmbedded() : startContainer();
}

/** Returns the reason why PostgreSQL can't run in a container here; undefined if it can. */
async function whyNoContainer(): Promise<string | undefined> {
  const { getContainerRuntimeClient, ImageName } = await import('testcontainers');
  try {
    const client = await getContainerRuntimeClient();
    return (await client.image.exists(ImageName.fromString(IMAGE))) ? undefined : `there is no image ${IMAGE}`;
  } catch (error) {
    return `no Docker engine answers: ${error instanceof Error ? error.message : error}`;
  }
}

async function startContainer(): Promise<Server> {
  const obstacle = await whyNoContainer();
  if (obstacle) throw new Error(`The tests cannot run PostgreSQL in a container: ${obstacle}`);
  // Ryuk, which removes containers of interrupted runs, would be another image to pull. It is used only on request.
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const container = await new PostgreSqlContainer(IMAGE).withCommand(['postgres', ...settings]).start();
  return { url: container.getConnectionUri(), stop: async () => void (await container.stop()) };
}

async function startEmbedded(): Promise<Server> {
  const { startEmbeddedPostgres } = await import('../../embedded-postgres/start.ts');
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-test-'));
  await chmod(dataDir, 0o755);
  const endLater = () => endInAnotherProcess(dataDir);
  process.once('exit', endLater);
  // Tests find and cut connections by their ports.
  const settings = { ...SETTINGS, unix_socket_directories: '' };
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings });
  await hashPasswordOnce(server.url);
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
    process.off('exit', endLater);
  };
  return { url: server.url, stop };
}

/**
 * Stores the password hashed once. Otherwise each of the run's thousands of connections hashes it 4,096 times, a quarter of a connection's
 * cost.
 */
async function hashPasswordOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SET scram_iterations = 1');
  const password = client.escapeLiteral(decodeURIComponent(new URL(url).password));
  await client.query(`ALTER ROLE CURRENT_USER PASSWORD ${password}`);
  await client.end();
}

/** Ends the server from another process. A run that is ended by a signal has no time to stop the server, which outlives it. */
function endInAnotherProcess(dataDir: string): void {
  const adapter = new URL('../../embedded-postgres/start.ts', import.meta.url).href;
  const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(adapter)});
    const dataDir = process.argv[1];
    await (await startEmbeddedPostgres({ dataDir, log: () => undefined })).stop();
    (await import('node:fs')).rmSync(dataDir, { recursive: true, force: true });`;
  const args = ['--input-type=module', '--eval', script, dataDir];
  spawn(process.execPath, args, { detached: true, stdio: 'ignore' }).unref();
}
