import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { numberExpression } from '../numbering/rules.ts';
import type { Violation } from './types.ts';

/** Returns the series whose numbers have gaps: fewer certificates than serials that their counters have passed. */
export async function numberViolations(services: Services): Promise<Violation[]> {
  const db = database(services.em());
  const counters = await db
    .selectFrom('number_counters as n')
    .innerJoin('number_series as s', (join) =>
      join.onRef('s.organisationId', '=', 'n.organisationId').onRef('s.id', '=', 'n.seriesId'),
    )
    .select(['s.organisationId', 's.id', 's.name', 's.pattern', 's.start', 'n.year', 'n.next'])
    .execute();
  const violations: Violation[] = [];
  for (const { organisationId, id, name, start, year, next, pattern } of counters) {
    const expression = numberExpression({ pattern }, year);
    const { rows } = await sql<{ count: number }>`
      select count(distinct substring(c.number from ${expression})::numeric)::int as count from certificates c where c.organisation_id = ${organisationId} and c.number ~ ${expression}
        and substring(c.number from ${expression})::numeric between ${start} and ${next - 1}`.execute(db);
    const [{ count } = { count: 0 }] = rows;
    const message = `the number series ${name} has gaps: ${count} certificates for ${next - start} numbers`;
    if (count !== next - start) violations.push({ invariant: 'numbers', organisationId, id, message });
  }
  return violations;
}
