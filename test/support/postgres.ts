import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import type {} from './global-setup.ts';

export interface TestDatabase {
  url: string;
  /** Drops it now, ending its connections. */
  drop: () => Promise<void>;
}

const OBJECT_IN_USE = '55006';
const databases: TestDatabase[] = [];

// afterAll hooks run in reverse order, so those of the test file have closed its connections by then.
afterAll(async () => {
  await Promise.all(databases.splice(0).map((database) => database.drop()));
});

/** A fresh database cloned from the migrated template; drops itself at the end of the test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { serverUrl, template, clonePrefix } = inject('postgres');
  const name = `${clonePrefix}${randomBytes(6).toString('hex')}`;
  await clone(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = { url: url.href, drop: () => execute(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
  databases.push(database);
  return database;
}

/** The template allows no connections, but autovacuum may be connected to it for a moment. */
async function clone(serverUrl: string, statement: string): Promise<void> {
  for (let attemptsLeft = 20; ; attemptsLeft--) {
    try {
      return await execute(serverUrl, statement);
    } catch (error) {
      const inUse = error instanceof pg.DatabaseError && error.code === OBJECT_IN_USE;
      if (!inUse || attemptsLeft === 0) throw error;
      await sleep(200);
    }
  }
}

async function execute(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
