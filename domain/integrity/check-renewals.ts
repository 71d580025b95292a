import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { Violation } from './types.ts';

/** Returns the renewals of certificates that are missing, and the certificates with several renewals. Failed renewals do not count. */
export async function renewalViolations(services: Services): Promise<Violation[]> {
  const { rows } = await sql<Omit<Violation, 'invariant'>>`
    select n.organisation_id, n.renewal_of as id,
      case when count(c.id) = 0 then 'a renewed certificate is missing'
        else format('a certificate has %s renewals, not 1', count(*)) end as message
    from certificates n
    left join certificates c on c.organisation_id = n.organisation_id and c.id = n.renewal_of
    where n.renewal_of is not null and n.render_status <> 'FAILED'
    group by n.organisation_id, n.renewal_of
    having count(*) > 1 or count(c.id) = 0`.execute(database(services.em()));
  return rows.map((row) => ({ invariant: 'renewals', ...row }));
}
