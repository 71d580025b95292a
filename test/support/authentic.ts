import { type RawBuilder, sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../../domain/context.ts';
import { type AuthenticTable, COVERED, type CoveredRow, macOf } from '../../domain/shared/authentic-rows.ts';

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
  for (const { place, ...row } of rows) {
    const mac = macOf(services, table, row as CoveredRow<AuthenticTable>);
    await sql`update ${sql.table(table)} set mac = ${mac} where ctid = ${place}::tid`.execute(db);
  }
}
