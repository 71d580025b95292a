import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Test server: the URL of its maintenance database, the migrated template, and the prefix of the clones' names. */
    postgres: { serverUrl: string; template: string; clonePrefix: string };
  }
}

/** Starts a PostgreSQL (startServer) with one migrated database, which the test files clone (createTestDatabase). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const run = randomBytes(4).toString('hex');
  const [template, clonePrefix] = [`laurel_template_${run}`, `laurel_test_${run}_`];
  const teardown = async () => {
    try {
      await dropDatabases(server.url, template, clonePrefix);
    } finally {
      await server.stop();
    }
  };
  try {
    await makeTemplate(server.url, template);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgres', { serverUrl: server.url, template, clonePrefix });
  return teardown;
}

async function makeTemplate(serverUrl: string, template: string): Promise<void> {
  await onServer(serverUrl, (client) =>
    client.query(`CREATE DATABASE ${template} ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0`),
  );
  const url = new URL(serverUrl);
  url.pathname = `/${template}`;
  const { migrate } = await import('../../database/migrate.ts');
  await migrate(url.href);
  // PostgreSQL does not clone a database with connections, so new ones are refused.
  await onServer(serverUrl, async (client) => {
    await client.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [template]);
  });
}

async function dropDatabases(serverUrl: string, template: string, clonePrefix: string): Promise<void> {
  await onServer(serverUrl, async (client) => {
    const made = 'SELECT datname FROM pg_database WHERE datname = $1 OR starts_with(datname, $2)';
    const { rows } = await client.query<{ datname: string }>(made, [template, clonePrefix]);
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  });
}

async function onServer<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
