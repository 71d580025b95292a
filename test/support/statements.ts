import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { vi } from 'vitest';

/** Statements of the work that is counted. Jobs of the product run in this process, too. */
const counted = new AsyncLocalStorage<string[]>();

/** Returns the SQL that `work` sends to PostgreSQL. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    counted.getStore()?.push(textOf(given[0]));
    return Reflect.apply(query, this, given);
  });
  try {
    await counted.run(statements, work);
    return statements;
  } finally {
    spy.mockRestore();
  }
}

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : (statement as { text: string }).text;
