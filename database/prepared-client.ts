import pg from 'pg';

/** The names of the statements that connections prepare, by their text. */
const names = new Map<string, string>();

/** Has each connection to PostgreSQL itself prepare this statement when it first runs it. Fixed statements alone: they stay. */
export function prepareOnce(text: string): void {
  if (!names.has(text)) names.set(text, `laurel_${names.size + 1}`);
}

/**
 * A client that has PostgreSQL read and plan a statement of `prepareOnce` once for a connection, instead of each time that it runs.
 * Not for a pooler in transaction mode, where the next transaction has another connection.
 */
export class PreparedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: passes on each of pg's overloads
  override query(...[statement, ...rest]: any[]): any {
    const query = super.query as (...args: unknown[]) => unknown;
    const [values, ...others] = rest;
    const name = Array.isArray(values) ? names.get(statement) : undefined;
    if (name === undefined) return query.call(this, statement, ...rest);
    return query.call(this, { name, text: statement, values }, ...others);
  }
}
