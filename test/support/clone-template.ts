import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ProvidedContext } from 'vitest';
import type {} from './global-setup.ts';

const OBJECT_IN_USE = '55006';

/** Creates a database, cloned from the run's migrated template. */
export async function cloneTemplate({
  serverUrl,
  template,
  clonePrefix,
}: ProvidedContext['postgres']): Promise<{ name: string; url: string }> {
  const name = `${clonePrefix}${randomBytes(6).toString('hex')}`;
  await clone(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href };
}

/** Retries cloning. The template allows no connections, but autovacuum can be connected briefly. */
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

/** Executes one statement on a separate connection. */
export async function execute(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
