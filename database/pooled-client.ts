import pg from 'pg';

/** What a transaction may take, in milliseconds. */
export interface TransactionLimits {
  statement_timeout?: number;
  lock_timeout?: number;
  idle_in_transaction_session_timeout?: number;
}

/**
 * A client for a pooler in transaction mode, which takes no start-up parameters, and where what `set` changes belongs to
 * whoever has the connection next: each transaction sets its limits, in the same message as its `begin`. A statement outside a
 * transaction has those of the role (`alter role … set statement_timeout`), and that of guardPool.
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
  /** Replaces the limit on waiting for a lock until the connection is released. */
  shortLockTimeout: number | undefined;

  // biome-ignore lint/suspicious/noExplicitAny: passes on each of pg's overloads
  override query(...[statement, ...rest]: any[]): any {
    const query = super.query as (...args: unknown[]) => unknown;
    return query.call(this, isBegin(statement) ? `${statement}; ${this.#setLimits()}` : statement, ...rest);
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
