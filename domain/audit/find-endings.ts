import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';

/**
 * Actions that end an earlier state of their subject: a key, role, invitation, webhook, template, request, link or organisation. Entries
 * about an organisation name no subject. The list is part of the statement, because its partial index has the same list.
 */
const ENDINGS = `('apiKeys.revoke', 'apiKeys.rotate', 'designs.archive', 'designs.restore', 'dkim.remove', 'invitations.accept',
  'mailServer.remove', 'mailServer.save', 'members.changeRole', 'members.remove', 'members.withdrawInvitation', 'organisation.confirmAddress',
  'organisation.deleteLogo',
  'organisation.resendConfirmation', 'organisation.update', 'organisation.uploadLogo', 'requests.accept', 'requests.decline',
  'shareLinks.revoke', 'templates.setType', 'webhooks.delete', 'webhooks.rotateSecret', 'webhooks.update')`;

/**
 * Returns a condition that is true if an audit entry has ended the state in a row. An earlier copy of a row that was restored by SQL still
 * has a valid code; only the entry distinguishes it from the current row. `subject` is null for an organisation's own row, and `since` for
 * one that no entry precedes.
 */
export const hasEnded = (row: { organisationId: string; subject: string | null; since: string | null }) =>
  sql<boolean>`exists (select from audit_entries ended
    where ended.organisation_id = ${sql.ref(row.organisationId)}
      and ended.subject ${row.subject === null ? sql`is null` : sql`= ${sql.ref(row.subject)}::text`}
      and ended.action in ${sql.raw(ENDINGS)} ${row.since === null ? sql`` : sql`and ended.created_at > ${sql.ref(row.since)}`})`;

/**
 * Returns the time of a change, for its row and its entry, which no existing entry ends. This is now, or the time of an earlier change if
 * the clock is behind it.
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
