import pg from 'pg';
import { KnownStatements, PreparedQuery } from './prepared-query.ts';

/** A fixed statement: its name on each connection, and the name of a column in its rows. */
interface Fixed {
  name: string;
  memberOf: (column: string) => string;
}

/** Fixed statements by their text. */
const fixed = new Map<string, Fixed>();

/**
 * Registers a fixed statement, whose rows have the names that `memberOf` gives their columns. Each direct connection to PostgreSQL prepares
 * it on first use. Registrations are permanent.
 */
export function prepareOnce(text: string, memberOf: (column: string) => string): void {
  if (!fixed.has(text)) fixed.set(text, { name: `laurel_${fixed.size + 1}`, memberOf });
}

/** Returns the registered statement of a call of a client's `query`. */
export const fixedOf = (statement: unknown, [values, ...others]: unknown[]): Fixed | undefined =>
  typeof statement === 'string' && Array.isArray(values) && others.length === 0 ? fixed.get(statement) : undefined;

/**
 * A client that prepares the statements of `prepareOnce`, so that PostgreSQL parses and plans them once per connection. Unsuitable for a
 * pooler in transaction mode, where the next transaction has another connection.
 */
export class PreparedClient extends pg.Client {
  readonly #known = new KnownStatements(this);

  // biome-ignore lint/suspicious/noExplicitAny: passes on each of pg's overloads
  override query(...[statement, ...rest]: any[]): any {
    const query = super.query as (...args: unknown[]) => unknown;
    const found = fixedOf(statement, rest);
    if (!found) return query.call(this, statement, ...rest);
    const { name, memberOf } = found;
    const run = new PreparedQuery({ name, text: statement, values: rest[0] }, memberOf, this.#known);
    return run.start((started) => void query.call(this, started));
  }
}
