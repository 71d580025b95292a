import { readdirSync, readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';
import type { Constructor } from '@mikro-orm/postgresql';

const FOLDER = new URL('migrations/', import.meta.url);

/** Table with the names of the applied migrations. */
export const MIGRATIONS_TABLE = 'laurel_migrations';

/** Names of all migrations, in their order: the files of `migrations/` without their extension. */
export const MIGRATION_NAMES: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -'.sql'.length))
  .sort();

/** Name of the migration that every database of a release has. */
export const INITIAL_MIGRATION = '0001-initial';

/** Migrations in the form of MikroORM. The SQL is read when it is run: a process that serves requests never migrates. */
export const MIGRATIONS = MIGRATION_NAMES.map((name) =>
  sqlMigration(name, () => readFileSync(new URL(`${name}.sql`, FOLDER), 'utf8')),
);

/**
 * A migration whose SQL runs in a transaction. SQL that makes indexes concurrently runs outside one, statement by
 * statement, as PostgreSQL requires.
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
