import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { Check, Violation } from './types.ts';

/** Condition on a statement that keeps an expiry when a former revision is in force again. The entry is that of the earlier statement. */
const repeatsExpiry = sql`s.statement ~ '"kind":"expiry"' and exists (
  select from seals r where r.organisation_id = s.organisation_id and r.certificate_id = s.certificate_id
    and r.number = s.number - 1 and r.statement ~ '"kind":"restore"') and exists (
  select from seals e where e.organisation_id = s.organisation_id and e.certificate_id = s.certificate_id
    and e.number < s.number - 1 and ${contentOf('e')} = ${contentOf('s')})`;

/** Text of a statement without the members that differ between two about the same expiry. */
function contentOf(alias: string) {
  return sql`regexp_replace(${sql.ref(`${alias}.statement`)}, '"(previous|sealedAt|verificationHash)":("[^"]*"|null)', '', 'g')`;
}

/**
 * Checks that every revocation, reinstatement, correction, change of expiry and operator's grant of credits has an audit entry, and that
 * certificates are hidden as their last entry says.
 */
export async function* changeViolations(services: Services): Check {
  const db = database(services.em());
  const { rows: statements } = await sql<{ organisationId: string; id: string }>`
    select c.organisation_id, c.id from certificates c where c.statement_number > 0 and c.statement_number <> (
      select count(*) from audit_entries a where a.organisation_id = c.organisation_id and a.subject = c.id::text
        and a.action in ('certificates.changeExpiry', 'certificates.correct', 'certificates.reinstate', 'certificates.revoke')) + (
      select count(*) from seals s where s.organisation_id = c.organisation_id and s.certificate_id = c.id and s.number > 0
        -- A revocation elsewhere is part of the import.
        and (s.statement ~ '"kind":"(reissue|restore)"|"revokedAt":' or ${repeatsExpiry}))`.execute(db);
  yield statements.map(({ organisationId, id }) =>
    violation(organisationId, id, 'the number of status changes differs from that of their audit entries'),
  );
  const { rows: hidings } = await sql<{ organisationId: string; id: string }>`
    select c.organisation_id, c.id from (
      select distinct on (a.organisation_id, a.subject) a.organisation_id, a.subject, a.action from audit_entries a
      where a.action in ('certificates.hide', 'certificates.show') order by a.organisation_id, a.subject, a.number desc) last
    join certificates c on c.organisation_id = last.organisation_id
      -- An entry that SQL wrote can have any subject.
      and c.id = case when last.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then last.subject::uuid end
    where c.hidden <> (last.action = 'certificates.hide')`.execute(db);
  yield hidings.map(({ organisationId, id }) =>
    violation(organisationId, id, 'the hiding of the page differs from its last audit entry'),
  );
  const { rows: grants } = await sql<{ organisationId: string }>`
    select o.id as organisation_id from organisations o where
      (select count(*) from credit_entries e where e.organisation_id = o.id and e.kind = 'GRANT')
      <> (select count(*) from audit_entries a where a.organisation_id = o.id and a.action = 'credits.add')
        + (select count(*) from credit_entries e where e.organisation_id = o.id and e.kind = 'GRANT' and e.note = 'first credits'
          and e.number = 1)`.execute(db);
  yield grants.map(({ organisationId }) =>
    violation(organisationId, null, 'the number of credit grants differs from that of their audit entries'),
  );
}

const violation = (organisationId: string, id: string | null, message: string): Violation => ({
  ...{ invariant: 'chains', organisationId, id, message },
});
