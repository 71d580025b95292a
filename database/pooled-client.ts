import pg from 'pg';
import { fixedOf } from './prepared-client.ts';
import { NamedQuery } from './prepared-query.ts';

/** Limits of a transaction in milliseconds. */
export interface TransactionLimits {
  statement_timeout?: number;
  lock_timeout?: number;
  idle_in_transaction_session_timeout?: number;
}

/**
 * Returns a client class for a pooler in transaction mode. The pooler accepts no start-up parameters, and `set` would affect the next user
 * of the connection. Each transaction therefore sets its limits in the same message as its `begin`. Statements outside a transaction have
 * the limits of the role (`alter role … set statement_timeout`) and of `guardPool`.
 */
export function pooledClient(limits: TransactionLimits): typeof pg.Client {
  return class extends PooledClient {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.limits = limits;
    }
  };
}

export class PooledClient extends pg.Client {
  limits: TransactionLimits = {};
  /** Replaces the lock timeout until the connection is released. */
  shortLockTimeout: number | undefined;

  // biome-ignore lint/suspicious/noExplicitAny: passes on each of pg's overloads
  override query(...[statement, ...rest]: any[]): any {
    const query = super.query as (...args: unknown[]) => unknown;
    if (isBegin(statement)) return query.call(this, `${statement}; ${this.#setLimits()}`, ...rest);
    const found = fixedOf(statement, rest);
    if (!found) return query.call(this, statement, ...rest);
    const run = new NamedQuery({ text: statement, values: rest[0] }, found.memberOf);
    return run.start((started) => void query.call(this, started));
  }

  #setLimits(): string {
    const { shortLockTimeout: short } = this;
    const limits = { ...this.limits, ...(short !== undefined && { lock_timeout: short }) };
    return Object.entries(limits)
      .map(([name, value]) => `set local ${name} = ${value}`)
      .join('; ');
  }
}

const isBegin = (statement: unknown): statement is string =>
  typeof statement === 'string' && /^(begin|start transaction)\b/i.test(statement);
