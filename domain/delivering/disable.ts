import type { Webhook } from '../../database/entities/webhook.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { PERMISSIONS } from '../access/rules.ts';
import type { Services } from '../context.ts';
import { requestAccountEmail } from '../emails/request-account-email.ts';
import { liveMembers } from '../members/rules.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import { liveOf } from '../shared/ids.ts';

/** Time in ms without a success after which a webhook with retries for a day is disabled. */
const LONGEST_FAILURE = 5 * 24 * 60 * 60 * 1000;

/** Returns true for a webhook with retries for a day that has failed for 5 days. */
export const isHopeless = ({ retry, failingSince }: Pick<Webhook, 'retry' | 'failingSince'>, at: Date): boolean =>
  retry === 'day' && failingSince != null && failingSince.getTime() + LONGEST_FAILURE <= at.getTime();

/**
 * Disables a webhook that has failed for 5 days, unless it has succeeded or changed since it was read, and requests a mail to each member
 * who manages webhooks. Does nothing twice.
 */
export async function disableWebhook(
  em: EntityManager,
  services: Services,
  { organisationId, id, failingSince }: Webhook,
  at: Date,
): Promise<void> {
  const { numUpdatedRows } = await database(em)
    .updateTable('webhooks')
    .set({ status: 'DISABLED', disabledAt: at })
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .where('status', '<>', 'DISABLED')
    .where('retry', '=', 'day')
    .where('failingSince', '=', failingSince ?? null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const members = await liveMembers(em).where('organisationId', '=', liveOf(organisationId)).execute();
  // The mail names the webhooks that were disabled at its time.
  const mailing = { authenticator: services.authenticator, now: () => at };
  for (const member of members)
    if (PERMISSIONS[member.role].includes('webhooks:manage') && isAuthentic(services, 'members', member))
      await requestAccountEmail(em, mailing, { kind: 'WEBHOOK_DISABLED', organisationId, subjectId: member.userId });
}
