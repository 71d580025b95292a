import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { CamelCasePlugin, type Compilable, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { ENTITIES, EntityManager } from './orm.ts';
import { prepareOnce } from './prepared-client.ts';

/** Columns of better-auth's table of people that Laurel's statements read. */
interface User {
  id: string;
  name: string;
  email: string;
}

/** Tables by their names, with columns named after the entities' properties. */
export type Tables = InferKyselyDB<(typeof ENTITIES)[number], { columnNamingStrategy: 'property' }> & {
  'auth.user': User;
};
/** A row of a table as it is read. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;

/** Maps `createdAt` in TypeScript to `created_at` in PostgreSQL. Members of JSON values keep their names. */
class Names extends CamelCasePlugin {
  columnOf(property: string): string {
    return this.snakeCase(property);
  }

  propertyOf(column: string): string {
    return this.camelCase(column);
  }
}
export const NAMES = new Names({ maintainNestedObjectKeys: true });

/**
 * Returns typed SQL in the entity manager's transaction, with the properties' names for columns. `sql` fragments use PostgreSQL's names;
 * their results are renamed too.
 */
export function database(em: EntityManager): Kysely<Tables> {
  const plain = em.getKysely<Tables>();
  const known = named.get(plain);
  if (known) return known;
  const made = plain.withPlugin(NAMES);
  named.set(plain, made);
  return made;
}

/** Kept for each connection pool and transaction, as each statement asks for it. */
const named = new WeakMap<Kysely<Tables>, Kysely<Tables>>();

/** Placeholders of the values that a statement is run with. */
export type Bound<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Pattern for `*`. A prepared statement with it fails once a migration adds a column to the table. */
const ALL_COLUMNS = /(?:\.|\b(?:select|returning) )\*/i;

/**
 * Returns a statement that is built once and run with different values, for the most frequent statements. Building takes a third of
 * PostgreSQL's response time, and parsing and planning more than half of it. Each connection therefore prepares the statement
 * (docs/decisions/0010-typed-sql.md).
 */
export function statement<Values extends object, Result>(
  build: (db: Kysely<Tables>, value: Bound<Values>) => Compilable<Result>,
): (em: EntityManager, values: Values) => Promise<Result[]> {
  const bound = new Proxy({}, { get: (_target, name) => sql.val(new Placeholder(String(name))) }) as Bound<Values>;
  let compiled: ReturnType<Compilable<Result>['compile']> | undefined;
  return async (em, values) => {
    if (!compiled) {
      compiled = build(database(em), bound).compile();
      if (ALL_COLUMNS.test(compiled.sql))
        throw new Error(`a prepared statement must name its columns: ${compiled.sql}`);
      prepareOnce(compiled.sql, (column) => NAMES.propertyOf(column));
    }
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    // Without the plugin, which would copy each row to rename its members. The clients rename the columns instead.
    const { rows } = await em.getKysely<Tables>().executeQuery<Result>({ ...compiled, parameters });
    return rows;
  };
}
