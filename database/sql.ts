import type { InferKyselyDB } from '@mikro-orm/postgresql';
import {
  type AliasedRawBuilder,
  CamelCasePlugin,
  type Compilable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
} from 'kysely';
import type { ENTITIES, EntityManager } from './orm.ts';

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

/** Properties' names in TypeScript, columns' names in PostgreSQL. The members of JSON values keep theirs. */
class Names extends CamelCasePlugin {
  columnOf(property: string): string {
    return this.snakeCase(property);
  }
}
const NAMES = new Names({ maintainNestedObjectKeys: true });

/** Typed SQL on the entity manager's transaction, with the properties' names; `sql` fragments have the columns' names. */
export function database(em: EntityManager): Kysely<Tables> {
  return em.getKysely<Tables>().withPlugin(NAMES);
}

/**
 * Rows as a table `r` of a statement: a single parameter, however many they are, which a thousand rows need half the time
 * with. `types` are those of SQL.
 */
export function jsonRows<Values extends object>(
  rows: readonly Values[],
  types: { readonly [Name in keyof Values & string]: string },
): AliasedRawBuilder<Values, 'r'> {
  const names = Object.keys(types) as (keyof Values & string)[];
  const columns = names.map((name) => ({ name, column: NAMES.columnOf(name) }));
  const json = rows.map((row) => Object.fromEntries(columns.map(({ name, column }) => [column, toJson(row[name])])));
  const definitions = names.map((name) => sql`${sql.id(name)} ${sql.raw(types[name])}`);
  return sql<Values>`json_to_recordset(${JSON.stringify(json)}::json)`.as<'r'>(sql`r(${sql.join(definitions)})`);
}

/** Bytes as `bytea` reads them. */
const toJson = (value: unknown): unknown =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;

/** Values that are not known yet when a statement is built. */
export type Bound<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that is built once and then run with its values: for those that every request runs. Building one takes a
 * third of the time that PostgreSQL takes to answer it.
 */
export function statement<Values extends object, Result>(
  build: (db: Kysely<Tables>, value: Bound<Values>) => Compilable<Result>,
): (em: EntityManager, values: Values) => Promise<Result[]> {
  const bound = new Proxy({}, { get: (_target, name) => sql.val(new Placeholder(String(name))) }) as Bound<Values>;
  let compiled: ReturnType<Compilable<Result>['compile']> | undefined;
  return async (em, values) => {
    const db = database(em);
    compiled ??= build(db, bound).compile();
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await db.executeQuery<Result>({ ...compiled, parameters });
    return rows;
  };
}
