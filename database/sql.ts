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

/** SQL's types of the columns that rows are written with. */
type ColumnTypes<Values> = { readonly [Name in keyof Values & string]: string };

/**
 * Rows as a table `r` of a statement: a single parameter, however many they are, which takes half as long as a parameter
 * for each value.
 */
export const jsonRows = <Values extends object>(rows: readonly Values[], types: ColumnTypes<Values>) =>
  jsonTable<Values>(sql.val(toJson(rows, types)), types);

/** The same of the text that `toJson` makes: for a statement that is built before there are rows. */
export function jsonTable<Values extends object>(
  json: RawBuilder<string>,
  types: ColumnTypes<Values>,
): AliasedRawBuilder<Values, 'r'> {
  const definitions = Object.entries<string>(types).map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type)}`);
  return sql<Values>`json_to_recordset(${json}::json)`.as<'r'>(sql`r(${sql.join(definitions)})`);
}

/** Rows as JSON with the columns' names. */
export function toJson<Values extends object>(rows: readonly Values[], types: ColumnTypes<Values>): string {
  const columns = (Object.keys(types) as (keyof Values & string)[]).map((name) => ({ name, to: NAMES.columnOf(name) }));
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map(({ name, to }) => [to, jsonValue(row[name])]))),
  );
}

/** Bytes as `bytea` reads them. */
const jsonValue = (value: unknown): unknown =>
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
