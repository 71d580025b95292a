import { readdirSync, readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';
import type { Constructor } from '@mikro-orm/postgresql';

const FOLDER = new URL('migrations/', import.meta.url);

/** Table with the names of the applied migrations. */
export const MIGRATIONS_TABLE = 'laurel_migrations';

/** Names of all migrations in order: the files of `migrations/` without their extension. */
export const MIGRATION_NAMES: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -'.sql'.length))
  .sort();

/** Name of the migration that every release's database has. */
export const INITIAL_MIGRATION = '0001-initial';

/** Migrations in MikroORM's format. The SQL is read when it runs, because processes that serve requests never migrate. */
export const MIGRATIONS = MIGRATION_NAMES.map((name) =>
  sqlMigration(name, () => readFileSync(new URL(`${name}.sql`, FOLDER), 'utf8')),
);

/**
 * Returns a migration whose SQL runs in a transaction. SQL that builds indexes concurrently runs outside one, statement by statement, as
 * PostgreSQL requires.
 */
export function sqlMigration(name: string, readSql: () => string): { name: string; class: Constructor<Migration> } {
  class SqlMigration extends Migration {
    readonly #sql = readSql();

    override isTransactional(): boolean {
      return !/\bindex concurrently\b/.test(this.#sql);
    }

    override up(): void {
      for (const statement of this.isTransactional() ? [this.#sql] : this.#sql.split(/;$/m)) this.addSql(statement);
    }
  }
  return { name, class: SqlMigration };
}
