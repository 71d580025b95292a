import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { numberExpression } from '../numbering/rules.ts';
import type { Violation } from './types.ts';

/** Returns the series whose numbers have gaps, and those whose counters are missing or were set back. */
export async function numberViolations(services: Services): Promise<Violation[]> {
  return [...(await gaps(services)), ...(await lostCounters(services))];
}

/** Returns the series with fewer certificates than serials that their counters have passed. */
async function gaps(services: Services): Promise<Violation[]> {
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

/** Returns the series that made a number that no counter has passed. Imported certificates brought theirs. */
async function lostCounters(services: Services): Promise<Violation[]> {
  const db = database(services.em());
  const all = await db.selectFrom('number_series').select(['organisationId', 'id', 'name', 'pattern']).execute();
  const violations: Violation[] = [];
  for (const { organisationId, id, name, pattern } of all) {
    const expression = numberExpression({ pattern }, 0);
    // One statement, because a counter changes with each certificate.
    const { rows } = await sql`
      select from certificates c where c.organisation_id = ${organisationId} and c.number ~ ${expression}
        and c.import_payment is null and not exists (
          select from number_counters n where n.organisation_id = c.organisation_id and n.series_id = ${id}
            and (n.year = 0 or n.year::text = substring(c.number from ${numberExpression({ pattern }, 0, 'year')}))
            and substring(c.number from ${expression})::numeric < n.next)
      limit 1`.execute(db);
    const message = `the counter of the number series ${name} is missing or was set back`;
    if (rows.length > 0) violations.push({ invariant: 'numbers', organisationId, id, message });
  }
  return violations;
}
