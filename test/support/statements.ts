import { createRequire } from 'node:module';
import type pg from 'pg';
import { vi } from 'vitest';

/** MikroORM's own copy of the driver. */
const require = createRequire(createRequire(import.meta.url).resolve('@mikro-orm/postgresql'));
const { Client } = require('pg') as typeof pg;

/** The SQL that this process sends to PostgreSQL while `work` runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(([statement]) => textOf(statement));
  } finally {
    query.mockRestore();
  }
}

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : (statement as { text: string }).text;
