import pg from 'pg';
import { KnownStatements, PreparedQuery } from './prepared-query.ts';

/** Names of prepared statements, by their text. */
const names = new Map<string, string>();

/** Registers a fixed statement, which each direct connection to PostgreSQL prepares on first use. Registrations are permanent. */
export function prepareOnce(text: string): void {
  if (!names.has(text)) names.set(text, `laurel_${names.size + 1}`);
}

/**
 * A client that prepares the statements of `prepareOnce`, so that PostgreSQL parses and plans them once per connection. Unsuitable for a
 * pooler in transaction mode, where the next transaction has another connection.
 */
export class PreparedClient extends pg.Client {
  readonly #known = new KnownStatements(this);

  // biome-ignore lint/suspicious/noExplicitAny: passes on each of pg's overloads
  override query(...[statement, ...rest]: any[]): any {
    const query = super.query as (...args: unknown[]) => unknown;
    const [values, ...others] = rest;
    const name = Array.isArray(values) && others.length === 0 ? names.get(statement) : undefined;
    if (name === undefined) return query.call(this, statement, ...rest);
    const run = new PreparedQuery({ name, text: statement, values }, this.#known);
    return new Promise((resolve, reject) => {
      run.callback = (error, result) => (error ? reject(error) : resolve(result));
      query.call(this, run);
    }).catch((error) => {
      // As pg does: the trace leads to the caller, not to the socket.
      Error.captureStackTrace(error);
      throw error;
    });
  }
}
