import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Laurel } from './laurel.ts';

export type Operation = 'INSERT' | 'UPDATE' | 'DELETE';

/** Number of rows written to a table, committed or not. */
export interface Touched {
  /** Name with the schema, as in `public.certificates`. */
  table: string;
  operation: Operation;
  rows: number;
}

/**
 * Tables that do not show effects of a call: counters, heartbeats, and stored files, which are invisible unless a row names them. The time
 * of a key's last use is ignored in any table, too.
 */
const IGNORED = [
  'public.mail_paces',
  'public.rate_limits',
  'auth."rateLimit"',
  'public.worker_heartbeats',
  'public.files',
];

/** Triggers on every table, job queues included, that count the rows written and make the chosen ones fail. */
export class TableFaults {
  readonly tables: readonly string[];
  readonly #laurel: Laurel;

  private constructor(laurel: Laurel, tables: readonly string[]) {
    this.#laurel = laurel;
    this.tables = tables;
  }

  /** Installs the triggers. The product must not be shared, because faults in its tables would reach other test files. */
  static async install(laurel: Laurel): Promise<TableFaults> {
    if (laurel.isShared) throw new Error('faults need a product that is not shared');
    const db = database(laurel.installation.services.em());
    const { rows } = await sql<{ name: string; id: string }>`
      select format('%I.%I', n.nspname, c.relname) as name, c.oid as id
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$)' order by 1`.execute(db);
    await sql.raw(FUNCTION.join(';\n')).execute(db);
    // One table at a time, because locks of several could deadlock with the product's.
    for (const { name, id } of rows) {
      const statements = (['insert', 'update', 'delete'] as const).flatMap((operation) => [
        `create sequence faults."${id} ${operation}"`,
        `create trigger faults_${operation} before ${operation} on ${name}
          for each row execute function faults.count('faults."${id} ${operation}"')`,
      ]);
      await sql.raw(statements.join(';\n')).execute(db);
    }
    return new TableFaults(
      laurel,
      rows.map(({ name }) => name),
    );
  }

  /** Resets the counters and makes the nth row written from now on fail. Every row fails if `nth` is null. */
  async arm(faults: readonly { table: string; operation: Operation; nth: number | null }[]): Promise<void> {
    await this.reset();
    for (const { table, operation, nth } of faults)
      await sql`insert into faults.plan values (${table}::regclass, ${operation}, ${nth})`.execute(this.#db());
  }

  /** Removes the faults, and restarts counting at 0. */
  async reset(): Promise<void> {
    await sql`delete from faults.plan`.execute(this.#db());
    await sql`select setval(format('faults.%I', sequencename), 1, false) from pg_sequences where schemaname = 'faults'`.execute(
      this.#db(),
    );
  }

  /** Returns true if one of the chosen rows was reached. */
  async reached(): Promise<boolean> {
    const { rows } = await sql`
      select from faults.plan p join pg_sequences s on s.sequencename = format('%s %s', p.relation::oid, lower(p.operation))
      where s.schemaname = 'faults' and s.last_value >= coalesce(p.nth, 1)`.execute(this.#db());
    return rows.length > 0;
  }

  /** Returns the rows written since the last reset. */
  async touched(): Promise<Touched[]> {
    const { rows } = await sql<{ table: string; operation: Operation; rows: number }>`
      select format('%I.%I', n.nspname, c.relname) as table, upper(split_part(sequencename, ' ', 2)) as operation,
        last_value::int as rows
      from pg_sequences s
      join pg_class c on c.oid = split_part(sequencename, ' ', 1)::oid join pg_namespace n on n.oid = c.relnamespace
      where s.schemaname = 'faults' and last_value is not null order by 1, 2`.execute(this.#db());
    return rows;
  }

  /** Returns a digest of each table, which stays the same while nothing changes. */
  async snapshot(): Promise<Record<string, string>> {
    const digests = this.tables
      .filter((table) => !IGNORED.includes(table))
      .map((table) => {
        const row = `md5((to_jsonb(t) - 'last_used_at')::text)`;
        return `select '${table}' as name, md5(string_agg(${row}, '' order by ${row})) as digest from ${table} t`;
      });
    const { rows } = await sql
      .raw<{ name: string; digest: string | null }>(digests.join(' union all '))
      .execute(this.#db());
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest ?? '']));
  }

  #db() {
    return database(this.#laurel.installation.services.em());
  }
}

/** Statements that install the counters. Sequences are not rolled back, so a fault happens once, and a retry can succeed. */
const FUNCTION = [
  `create schema faults`,
  `create table faults.plan (relation regclass not null, operation text not null, nth int)`,
  `create function faults.count() returns trigger language plpgsql as $$
    declare reached bigint := nextval(tg_argv[0]);
    begin
      if exists (select from faults.plan where relation = tg_relid and operation = tg_op and coalesce(nth, reached) = reached)
      then raise exception 'fault: % number % of %', tg_op, reached, tg_table_name; end if;
      return coalesce(new, old);
    end $$`,
];
