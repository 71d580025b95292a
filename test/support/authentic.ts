import { type RawBuilder, sql } from 'kysely';
import { jsonRows } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../../domain/context.ts';
import { type AuthenticTable, COVERED, type CoveredRow, macOf } from '../../domain/shared/authentic-rows.ts';

/** Rows of a statement. */
const AT_ONCE = 5000;

/** Authenticates rows that a test wrote by SQL, as if the product had written them. */
export async function authenticate(
  services: Services,
  table: AuthenticTable,
  where: RawBuilder<unknown>,
): Promise<void> {
  const db = database(services.em());
  const columns = COVERED[table] as readonly string[];
  const { rows } = await sql<Record<string, unknown> & { place: string }>`
    select ctid::text as place, ${sql.join(columns.map((name) => sql`${sql.ref(name)}`))} from ${sql.table(table)} where ${where}`.execute(
    db,
  );
  const codes = rows.map(({ place, ...row }) => ({
    place,
    mac: macOf(services, table, row as CoveredRow<AuthenticTable>),
  }));
  for (let at = 0; at < codes.length; at += AT_ONCE) {
    const some = jsonRows(codes.slice(at, at + AT_ONCE), { place: 'tid', mac: 'bytea' });
    await sql`update ${sql.table(table)} t set mac = r.mac from ${some} where t.ctid = r.place`.execute(db);
  }
}

/** Copies a row of a tenant by SQL, with other values for some columns. The copies have a wrong code, or no file. */
export async function copyRow(
  em: EntityManager,
  { organisationId }: { organisationId: string },
  table: string,
  { count, values }: { count: number; values: Record<string, string> },
): Promise<void> {
  const db = database(em);
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(db);
  const columns = rows.map(({ name }) => ({ to: sql.ref(name), from: sql.raw(values[name] ?? `"${name}"`) }));
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ to }) => to))})
    select ${sql.join(columns.map(({ from }) => from))} from generate_series(1, ${count}) n,
      (select * from ${sql.table(table)} where organisation_id = ${organisationId} limit 1) as given`.execute(db);
}

/** Runs work in a transaction that is rolled back, and returns its result. */
export async function rolledBack<Result>(
  services: Services,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  const em = services.em().fork();
  await em.begin();
  try {
    return await work(em);
  } finally {
    await em.rollback();
  }
}
