import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { CamelCasePlugin, type Compilable, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { ENTITIES, EntityManager } from './orm.ts';
import { prepareOnce } from './prepared-client.ts';

/** People, as far as our statements read them: the table is better-auth's. */
interface User {
  id: string;
  name: string;
  email: string;
}

/** The tables by their names, and their columns by the names of the entities' properties. */
export type Tables = InferKyselyDB<(typeof ENTITIES)[number], { columnNamingStrategy: 'property' }> & {
  'auth.user': User;
};
/** A table's row as it is read. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;

/** `createdAt` in TypeScript is `created_at` in PostgreSQL. The members of JSON values keep their names. */
class Names extends CamelCasePlugin {
  columnOf(property: string): string {
    return this.snakeCase(property);
  }
}
export const NAMES = new Names({ maintainNestedObjectKeys: true });

/**
 * Typed SQL in the entity manager's transaction, with the properties' names for columns. `sql` fragments have the names of
 * PostgreSQL; their results are renamed too.
 */
export function database(em: EntityManager): Kysely<Tables> {
  return em.getKysely<Tables>().withPlugin(NAMES);
}

/** Stands for the values that a statement is run with. */
export type Bound<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Columns without their names: what was prepared with them fails once a migration adds one to the table. */
const ALL_COLUMNS = /(?:\.|\b(?:select|returning) )\*/i;

/**
 * A statement that is built once and run with other values each time, for those that most requests run: building one takes a
 * third of the time that PostgreSQL takes to answer it, and reading and planning it a good half of that, so each
 * connection prepares it (docs/decisions/0010-typed-sql.md).
 */
export function statement<Values extends object, Result>(
  build: (db: Kysely<Tables>, value: Bound<Values>) => Compilable<Result>,
): (em: EntityManager, values: Values) => Promise<Result[]> {
  const bound = new Proxy({}, { get: (_target, name) => sql.val(new Placeholder(String(name))) }) as Bound<Values>;
  let compiled: ReturnType<Compilable<Result>['compile']> | undefined;
  return async (em, values) => {
    const db = database(em);
    if (!compiled) {
      compiled = build(db, bound).compile();
      if (ALL_COLUMNS.test(compiled.sql)) throw new Error(`a prepared statement names its columns: ${compiled.sql}`);
      prepareOnce(compiled.sql);
    }
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await db.executeQuery<Result>({ ...compiled, parameters });
    return rows;
  };
}
