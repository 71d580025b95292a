import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { type DomainContext, inOrganisation, type Services } from '../context.ts';
import { PAGE, recordPage } from './record-page.ts';

/** Records all notices of a sandbox that are due by its clock. Concurrent runs share the rows. */
export async function runSandboxExpiries(context: DomainContext): Promise<void> {
  const { organisationId: sandboxId } = context;
  for (;;) if ((await recordPage(context, { noticed: new Map(), sandboxId })) < PAGE) return;
}

/** Returns the first time after which a notice of a sandbox is due; null without one until `until`. */
export async function nextSandboxExpiry({ em, organisationId }: DomainContext, until: Date): Promise<Date | null> {
  const row = await database(em())
    .selectFrom('expiries')
    .select('dueAt')
    .where('organisationId', '=', organisationId)
    .where('dueAt', '<=', until)
    .orderBy('dueAt')
    .limit(1)
    .executeTakeFirst();
  return row?.dueAt ?? null;
}

/** Records the notices that are due in sandboxes. Reads a few rows of an index, and the sandboxes whose clocks were moved. */
export async function runExpiriesOfSandboxes(services: Services): Promise<void> {
  const now = services.jobTime();
  const { rows } = await sql<{ organisationId: string }>`
    select distinct e.organisation_id from expiries e where is_sandbox(e.organisation_id) and e.due_at <= ${now}::timestamptz
    union
    select c.organisation_id from sandbox_clocks c where exists (select from expiries e
      where e.organisation_id = c.organisation_id and e.due_at <= ${now}::timestamptz + c.ahead_ms * interval '1 ms')`.execute(
    database(services.em()),
  );
  for (const { organisationId } of rows) {
    await services.sandboxes.load(organisationId);
    await runSandboxExpiries(inOrganisation(services, organisationId));
  }
}
