import pg from 'pg';
import { atEndOfFile } from './end-of-file.ts';
import type { Laurel } from './laurel.ts';
import { waitFor } from './wait-for.ts';

/** A write of the product: the first one to a table whose row satisfies a condition. */
export interface Write {
  table: string;
  operation: 'insert' | 'update';
  /** Condition in SQL on the row `new`. */
  where: string;
}

/** Advisory lock of the test while writes are held. */
const LOCK = 7311;

/**
 * Trigger function that waits while the test has its lock. It polls, because the product limits waits for locks. A sequence counts for all
 * transactions. Only the first write waits, because each one occupies a connection.
 */
const HOLD = `create or replace function hold_write() returns trigger language plpgsql as $$ begin
  if nextval(tg_argv[0]::regclass) = 1 then
    while not pg_try_advisory_xact_lock_shared(${LOCK}) loop perform pg_sleep(0.02); end loop;
  end if;
  return new;
end $$`;

/** Holds writes of the product inside their transactions, so that a test can kill it in chosen phases. */
export class HeldWrites {
  readonly #holder: pg.Client;
  readonly #writes: readonly Write[];

  private constructor(holder: pg.Client, writes: readonly Write[]) {
    this.#holder = holder;
    this.#writes = writes;
  }

  static async hold(laurel: Laurel, writes: readonly Write[]): Promise<HeldWrites> {
    const holder = new pg.Client({ connectionString: laurel.databaseUrl });
    await holder.connect();
    atEndOfFile(() => holder.end().catch(() => undefined));
    await holder.query('select pg_advisory_lock($1)', [LOCK]);
    await holder.query(HOLD);
    for (const [index, { table, operation, where }] of writes.entries()) {
      await holder.query(`create sequence held_${index}`);
      await holder.query(`create trigger held_${index} before ${operation} on ${table} for each row
        when (${where}) execute function hold_write('held_${index}')`);
    }
    return new HeldWrites(holder, writes);
  }

  /** Waits until each write is held. */
  async areHeld(): Promise<void> {
    const missing = async () => {
      const { rows } = await this.#holder.query<{ name: string }>(
        "select sequencename as name from pg_sequences where sequencename like 'held_%' and last_value is null",
      );
      return rows.map(({ name }) => this.#writes[Number(name.slice('held_'.length))]);
    };
    await waitFor('all writes to be held', missing, ({ length }) => length === 0);
  }

  /** Lets all writes continue. Those of a killed process are rolled back. */
  async release(): Promise<void> {
    await this.#holder.query('select pg_advisory_unlock_all()');
    for (const [index, { table }] of this.#writes.entries()) {
      await this.#holder.query(`drop trigger held_${index} on ${table}`);
      await this.#holder.query(`drop sequence held_${index}`);
    }
    await this.#holder.end();
  }
}
