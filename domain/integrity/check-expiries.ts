import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { hasAuthenticNotices, NOTICE_COLUMNS } from '../expiry/queries.ts';
import type { Check, Violation } from './types.ts';

const PAGE = 100;
/** Time in ms after which a notice is missing: it can be spread over an hour, or wait for a refused row. */
const LATE_MS = 2 * 60 * 60_000;

/** Checks that no notice of an expiry was changed outside Laurel. */
export async function* expiryRowViolations(services: Services): Check {
  const first = '00000000-0000-0000-0000-000000000000';
  for (let last = { organisationId: first, certificateId: first }; ; ) {
    const rows = await database(services.em())
      .selectFrom('expiries as e')
      .select('e.organisationId')
      .select(NOTICE_COLUMNS)
      .where(sql<boolean>`(organisation_id, certificate_id) > (${last.organisationId}, ${last.certificateId})`)
      .orderBy('organisationId')
      .orderBy('certificateId')
      .limit(PAGE)
      .execute();
    yield rows
      .filter((row) => !hasAuthenticNotices(services, row))
      .map(({ organisationId, certificateId: id }) => ({
        ...{ invariant: 'authenticity', organisationId, id },
        message: 'a row of expiries was changed outside Laurel',
      }));
    last = rows.at(-1) ?? last;
    if (rows.length < PAGE) return;
  }
}

/** Checks that each expiry that is reached was noticed, and that there are not more events than notices. */
export async function expiryViolations(services: Services): Promise<Violation[]> {
  const now = services.now().getTime();
  const { rows } = await sql<Omit<Violation, 'invariant'>>`
    select c.organisation_id, c.id, 'the certificate expires and has no schedule' as message
    from certificates c
    where c.expires_at is not null
      and not exists (select from expiries e where e.organisation_id = c.organisation_id and e.certificate_id = c.id)
    union all
    select c.organisation_id, c.id, 'the certificate has expired, and its event is missing'
    from certificates c join expiries e on e.organisation_id = c.organisation_id and e.certificate_id = c.id
    where c.expires_at < ${new Date(now - LATE_MS)} and c.revoked_at is null and c.render_status = 'COMPLETED'
      and (e.due_at is null or e.due_at < ${new Date(now - LATE_MS)} and e.due_at > '-infinity')
      and not ${isoOf(sql`c.expires_at`)} = any(e.expired_for)
    union all
    select e.organisation_id, e.certificate_id, format('%s has %s events, not %s', r.type, r.number, cardinality(n.notices))
    from expiries e
    join (
      select organisation_id, subject_id, type, count(*) as number from events
      where type in ('certificate.expiring', 'certificate.expired') group by 1, 2, 3
    ) r on r.organisation_id = e.organisation_id and r.subject_id = e.certificate_id
    cross join lateral (
      select case r.type when 'certificate.expiring' then e.expiring_for else e.expired_for end as notices
    ) n
    where r.number > cardinality(n.notices)`.execute(database(services.em()));
  return rows.map((row) => ({ invariant: 'events', ...row }));
}

/** Returns a time as ISO 8601, as notices have it. */
const isoOf = (time: ReturnType<typeof sql>) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
