import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { isAuthenticEvent } from '../events/seal.ts';
import type { Check, Violation } from './types.ts';

const PAGE = 100;

/** Checks that no event was changed or moved outside Laurel. */
export async function* eventRowViolations(services: Services): Check {
  for (let last = { organisationId: '00000000-0000-0000-0000-000000000000', position: 0 }; ; ) {
    const rows = await database(services.em())
      .selectFrom('events')
      .selectAll()
      .where(sql<boolean>`(organisation_id, position) > (${last.organisationId}, ${last.position})`)
      .orderBy('organisationId')
      .orderBy('position')
      .limit(PAGE)
      .execute();
    yield rows
      .filter((row) => !isAuthenticEvent(services, row))
      .map(({ organisationId, id }) => ({
        ...{ invariant: 'authenticity', organisationId, id },
        message: 'a row of events was changed outside Laurel',
      }));
    last = rows.at(-1) ?? last;
    if (rows.length < PAGE) return;
  }
}

/**
 * Checks that every recorded change has its event and that the log has no gaps. Each event must have one delivery per webhook that
 * subscribes to it. Events are kept for 30 days. Deliveries are not checked for events older than their webhook's last change.
 */
export async function eventViolations(services: Services): Promise<Violation[]> {
  const recently = new Date(services.now().getTime() - 29 * 24 * 60 * 60 * 1000);
  const found = [
    ...(await missingEvents(services, recently)),
    ...(await gaps(services)),
    ...(await wrongDeliveries(services, recently)),
  ];
  return found.map((violation) => ({ invariant: 'events', ...violation }));
}

type Found = Omit<Violation, 'invariant'>;

async function missingEvents(services: Services, recently: Date): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with due as (
      select organisation_id, id,
        case when import_payment is null then 'certificate.issued' else 'certificate.imported' end as type
      from certificates where created_at > ${recently}
      union all
      select organisation_id, id, 'certificate.renewed' from certificates
      where renewal_of is not null and created_at > ${recently}
      union all
      select organisation_id, certificate_id, case kind
        when 'revoke' then 'certificate.revoked' when 'reinstate' then 'certificate.reinstated'
        when 'correct' then 'certificate.corrected' when 'expiry' then 'certificate.expiry_changed'
        when 'restore' then 'certificate.failed' else 'certificate.ready' end
      from (
        select s.*, statement::json ->> 'kind' as kind, statement::json ->> 'verificationHash' as hash
        from seals s where created_at > ${recently}
          -- An import is announced as such, whether it was revoked elsewhere or not.
          and not (statement::json ->> 'kind' = 'revoke' and statement::json ->> 'revokedAt' is not null)
      ) s
      -- Only the first files of a revision are announced, and not those of an import.
      where not (kind in ('issue', 'reissue') and exists (
          select from certificates c where c.organisation_id = s.organisation_id and c.id = s.certificate_id
            and c.import_payment is not null and not exists (
              select from seals e where e.organisation_id = s.organisation_id and e.certificate_id = s.certificate_id
                and e.number < s.number and e.statement::json ->> 'kind' = 'correct')))
        and (kind <> 'reissue' or not exists (
          select from seals e where e.organisation_id = s.organisation_id and e.certificate_id = s.certificate_id
            and e.number < s.number and e.statement::json ->> 'verificationHash' = s.hash
            and e.statement::json ->> 'kind' in ('issue', 'reissue')))
      union all
      select organisation_id, certificate_id, 'certificate.failed' from credit_entries
      where kind = 'REFUND' and certificate_id is not null and created_at > ${recently}
      union all
      select organisation_id, certificate_id, 'certificate.bounced' from emails
      where status = 'BOUNCED' and certificate_id is not null and ended_at > ${recently}
      union all
      select organisation_id, id, 'batch.completed' from batches where completed_at > ${recently}
      union all
      select organisation_id, template_id, 'template.published' from template_versions where created_at > ${recently}
      union all
      -- Certificates that were imported as expired have no events of that expiry.
      select e.organisation_id, e.certificate_id, 'certificate.expired'
      from expiries e join certificates c on c.organisation_id = e.organisation_id and c.id = e.certificate_id,
        unnest(e.expired_for) as reached
      where reached::timestamptz > greatest(c.created_at, ${recently})
      union all
      -- The time of the event is unknown, except for certificates that are recent themselves.
      select e.organisation_id, e.certificate_id, 'certificate.expiring'
      from expiries e join certificates c on c.organisation_id = e.organisation_id and c.id = e.certificate_id,
        unnest(e.expiring_for) as reached
      where c.created_at > ${recently} and reached::timestamptz > c.created_at
    ), numbers as (select organisation_id, id, type, count(*) as number from due group by 1, 2, 3),
    recorded as (select organisation_id, subject_id, type, count(*) as number from events group by 1, 2, 3)
    select n.organisation_id, n.id, format('%s has %s events, not %s', n.type, coalesce(r.number, 0), n.number) as message
    from numbers n left join recorded r
      on r.organisation_id = n.organisation_id and r.subject_id = n.id and r.type = n.type
    -- Changes that happen once have one event. Others, and those of corrected certificates, may have earlier ones.
    where coalesce(r.number, 0) < n.number
      or (r.number > n.number and not exists (
        select from certificate_revisions v where v.organisation_id = n.organisation_id and v.certificate_id = n.id
      ) and n.type in ('certificate.issued', 'certificate.ready', 'certificate.failed', 'batch.completed'))`.execute(
    database(services.em()),
  );
  return rows;
}

async function gaps(services: Services): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select coalesce(h.organisation_id, e.organisation_id) as organisation_id, null as id,
      format('the event log has %s of the events %s to %s; its last position is %s', e.number, e.first, e.last,
        coalesce(h.position, 0)) as message
    from event_heads h full join (
      select organisation_id, count(*) as number, min(position) as first, max(position) as last from events group by 1
    ) e on e.organisation_id = h.organisation_id
    where e.number <> e.last - e.first + 1 or e.last is distinct from h.position and e.last is not null`.execute(
    database(services.em()),
  );
  return rows;
}

async function wrongDeliveries(services: Services, recently: Date): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select e.organisation_id, e.subject_id as id,
      format('%s has %s deliveries to the webhook %s, not 1', e.type, count(d.id), w.id) as message
    from events e
    join webhooks w on w.organisation_id = e.organisation_id
      and w.events && array[e.type, split_part(e.type, '.', 1) || '.*', '*']
    left join webhook_deliveries d on d.organisation_id = e.organisation_id and d.subject_id = e.subject_id
      and d.event_position = e.position and d.webhook_id = w.id
    where e.created_at > ${recently}
    group by e.organisation_id, e.position, w.id, w.updated_at
    having count(d.id) > 1 or (count(d.id) = 0 and e.created_at > w.updated_at + interval '1 minute')`.execute(
    database(services.em()),
  );
  return rows;
}
