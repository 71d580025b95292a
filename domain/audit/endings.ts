import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';

/**
 * Actions after which an earlier state of their subject is over: a key, a role, an invitation, a webhook, a template, or the organisation, whose
 * entries name no subject. Written into the statement, as its index has them.
 */
const ENDINGS = `('apiKeys.revoke', 'apiKeys.rotate', 'designs.archive', 'designs.restore', 'invitations.accept', 'members.changeRole',
  'members.remove', 'members.withdrawInvitation', 'organisation.deleteLogo', 'organisation.update', 'organisation.uploadLogo',
  'templates.setType', 'webhooks.delete', 'webhooks.rotateSecret', 'webhooks.update')`;

/**
 * A condition: the audit log has an entry by which what a row says has ended since. An earlier copy of a row that was put back has a valid
 * code of its own; the entry tells it from the present one. `subject` is null for an organisation's own row.
 */
export const hasEnded = (row: { organisationId: string; subject: string | null; since: string }) =>
  sql<boolean>`exists (select from audit_entries ended
    where ended.organisation_id = ${sql.ref(row.organisationId)}
      and ended.subject ${row.subject === null ? sql`is null` : sql`= ${sql.ref(row.subject)}::text`}
      and ended.action in ${sql.raw(ENDINGS)} and ended.created_at > ${sql.ref(row.since)})`;

/**
 * Returns the time of a change that no entry so far ends, for the row and for its entry: now, unless the clock is behind that of an
 * earlier change.
 */
export async function timeAfterEndings(
  em: EntityManager,
  context: Pick<DomainContext, 'organisationId' | 'now'>,
  subject: string | null,
): Promise<Date> {
  const { rows } = await sql<{ at: Date | null }>`select max(created_at) as at from audit_entries
    where organisation_id = ${context.organisationId} and subject ${subject === null ? sql`is null` : sql`= ${subject}`}
      and action in ${sql.raw(ENDINGS)}`.execute(database(em));
  return new Date(Math.max(context.now().getTime(), rows[0]?.at?.getTime() ?? 0));
}
