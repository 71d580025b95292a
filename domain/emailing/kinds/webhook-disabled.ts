import { Organisation } from '../../../database/entities/organisation.ts';
import { Webhook } from '../../../database/entities/webhook.ts';
import { findAccount } from '../../access/find-account.ts';
import { PERMISSIONS } from '../../access/rules.ts';
import type { Services } from '../../context.ts';
import type { Email } from '../../emails/set-status.ts';
import { roleOf } from '../../members/rules.ts';
import { assertAuthentic } from '../../shared/authentic-rows.ts';
import { liveOf } from '../../shared/ids.ts';
import { accountEmail, type Composed, WITHDRAWN, wordsFor } from './kind.ts';

/**
 * Composes the mail that a webhook was disabled, to the member `subjectId`. Its time is that of the webhook. Obsolete if the webhook is
 * enabled again, or if the person no longer manages webhooks.
 */
export async function webhookDisabled(
  services: Services,
  { organisationId, subjectId: userId, createdAt: disabledAt }: Email,
): Promise<Composed | string> {
  const role = userId === null ? null : await roleOf(services, { organisationId, userId });
  if (userId === null || !role || !PERMISSIONS[role].includes('webhooks:manage')) return WITHDRAWN;
  const account = await findAccount(services, userId);
  const webhook = await services.em().findOne(Webhook, { organisationId, disabledAt, status: 'DISABLED' });
  if (!account || !webhook) return WITHDRAWN;
  assertAuthentic(services, 'webhooks', webhook);
  const organisation = await services.em().findOneOrFail(Organisation, { id: liveOf(organisationId) });
  assertAuthentic(services, 'organisations', organisation);
  const { language, messages, value } = await wordsFor(services, userId);
  const { subject, text, then, button } = messages.webhook;
  const name = value(webhook.name);
  const about = {
    ...{ name, host: value(new URL(webhook.url).host) },
    organisation: value(organisation.organizationName ?? 'Laurel'),
  };
  const mail = await accountEmail(account.email, {
    ...{ language, subject: subject({ name }), text: [text(about), then].join('\n\n') },
    action: { label: button, url: `${services.installation.address}/o/${organisationId}/settings?tab=webhooks` },
  });
  return { mail };
}
