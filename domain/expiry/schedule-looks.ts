import { sql } from 'kysely';
import type { JobPayloads } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { listOrganisationIds } from '../organisations/list-ids.ts';

/** Certificates of a statement, which keeps locks short. */
const PAGE = 1000;

/**
 * Schedules a look at all certificates of a template that have not expired, after its reminders were changed. Other organisations can have
 * issued from a public template.
 */
export async function scheduleLooks(services: Services, { templateId }: JobPayloads['schedule-looks']): Promise<void> {
  for (const organisationId of await listOrganisationIds(services)) {
    let last: string | undefined = '00000000-0000-0000-0000-000000000000';
    while (last !== undefined) last = await schedulePage(services, { organisationId, templateId, after: last });
  }
}

/** Schedules a page. Returns the id after which the next one starts; undefined after the last. */
async function schedulePage(
  services: Services,
  { organisationId, templateId, after }: { organisationId: string; templateId: string; after: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ last: string; number: number }>`
    with chosen as (
      select id, expires_at from certificates
      where organisation_id = ${organisationId} and template_id = ${templateId} and id > ${after} order by id limit ${PAGE}
    ), scheduled as (
      update expiries e set due_at = '-infinity', is_postponed = false from chosen
      where e.organisation_id = ${organisationId} and e.certificate_id = chosen.id and chosen.expires_at > ${services.now()}
    )
    select max(id::text) as last, count(*)::int as number from chosen`.execute(database(services.em()));
  const [page] = rows;
  return page && page.number === PAGE ? page.last : undefined;
}
