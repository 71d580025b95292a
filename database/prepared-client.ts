import pg from 'pg';
import { describeRows, type RunningQuery } from './pg-row-shapes.ts';

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
  // biome-ignore lint/suspicious/noExplicitAny: passes on each of pg's overloads
  override query(...[statement, ...rest]: any[]): any {
    const query = super.query as (...args: unknown[]) => unknown;
    const [values, ...others] = rest;
    const name = Array.isArray(values) ? names.get(statement) : undefined;
    if (name === undefined) return query.call(this, statement, ...rest);
    return query.call(this, { name, text: statement, values }, ...others);
  }

  /** Overrides the receiver of pg's connection. */
  _handleRowDescription(message: Parameters<typeof describeRows>[1]): void {
    const own = pg.Client.prototype as unknown as { _handleRowDescription(message: unknown): void };
    const query = (this as unknown as { _getActiveQuery(): RunningQuery | null })._getActiveQuery();
    describeRows(query, message, () => own._handleRowDescription.call(this, message));
  }
}
