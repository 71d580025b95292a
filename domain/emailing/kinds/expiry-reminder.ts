import { Organisation } from '../../../database/entities/organisation.ts';
import { placeUrl } from '../../addresses/link-place.ts';
import { verificationUrl } from '../../addresses/link-verification.ts';
import type { Services } from '../../context.ts';
import type { Email } from '../../emails/set-status.ts';
import { subscriptionUrl } from '../../expiry/link-subscription.ts';
import { readReminded } from '../../expiry/read-reminded.ts';
import { hasStopped } from '../../expiry/set-subscription.ts';
import { loadShownLogo } from '../../organisations/show-logo.ts';
import { assertAuthentic, NotAuthenticError } from '../../shared/authentic-rows.ts';
import { lastDayBefore } from '../../shared/calendar.ts';
import { liveOf } from '../../shared/ids.ts';
import { LOGO_ID, senderOf } from './branding.ts';
import type { Composed } from './kind.ts';
import { reminderMail } from './reminder-branding.ts';

/** Composes the mail that reminds a recipient of expiries. Obsolete if none of its certificates is valid with the same expiry. */
export async function expiryReminder(
  services: Services,
  { organisationId, id, subjectId }: Email,
): Promise<Composed | string> {
  const [recipientId, tag] = subjectId?.split(' ') ?? [];
  if (!recipientId || !tag) throw new NotAuthenticError('emails');
  if (await hasStopped(services.em(), { organisationId, recipientId })) return 'the recipient wants no reminders';
  const certificates = await readReminded(services, { organisationId, emailId: id, recipientId });
  const [first] = certificates;
  const address = certificates.findLast(({ recipientEmail }) => recipientEmail)?.recipientEmail;
  if (!first || !address) return 'no certificate of the reminder expires any more';
  const organisation = await services.em().findOneOrFail(Organisation, { id: liveOf(organisationId) });
  assertAuthentic(services, 'organisations', organisation);
  const logo = await loadShownLogo(services, organisation);
  const { recipientName } = first;
  const unsubscribeUrl = subscriptionUrl(services, { organisationId, kind: 'REMINDERS', id: recipientId });
  const content = await reminderMail(organisation, {
    language: tag,
    recipientName,
    placeUrl: placeUrl(services.installation.address),
    stopUrl: unsubscribeUrl,
    certificates: certificates.map(({ templateName, number, expiresAt, timeZone, address: at, verificationHash }) => ({
      ...{ templateName, number },
      lastDay: lastDayBefore(expiresAt, timeZone),
      url: verificationUrl(at, Buffer.from(verificationHash).toString('hex')),
    })),
    // A logo that cannot be copied is shown from its address.
    logo: logo ? `cid:${LOGO_ID}` : (organisation.logoUrl ?? null),
  });
  const mail = {
    ...(await senderOf(services, organisation)),
    to: { name: recipientName, address },
    ...content,
    unsubscribeUrl,
    attachments: logo ? [{ name: 'logo.png', type: 'image/png', content: logo, contentId: LOGO_ID }] : [],
  };
  return { mail };
}
