import { type RawBuilder, sql } from 'kysely';
import { jsonRows } from '../../database/json-rows.ts';
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
