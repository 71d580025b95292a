import { Organisation } from '../../../database/entities/organisation.ts';
import { emailLanguage, loadMessages, renderReminder } from '../../../email-templates/index.ts';
import { verificationUrl } from '../../addresses/link-verification.ts';
import type { Services } from '../../context.ts';
import type { Email } from '../../emails/set-status.ts';
import { readReminded } from '../../expiry/read-reminded.ts';
import { loadShownLogo } from '../../organisations/show-logo.ts';
import { assertAuthentic, NotAuthenticError } from '../../shared/authentic-rows.ts';
import { lastDayBefore } from '../../shared/calendar.ts';
import { oneLine } from '../../shared/one-line.ts';
import { LOGO_ID } from './branding.ts';
import type { Composed } from './kind.ts';

/** Composes the mail that reminds a recipient of expiries. Obsolete if none of its certificates is valid with the same expiry. */
export async function expiryReminder(
  services: Services,
  { organisationId, id, subjectId }: Email,
): Promise<Composed | string> {
  const [recipientId, tag] = subjectId?.split(' ') ?? [];
  if (!recipientId || !tag) throw new NotAuthenticError('emails');
  const certificates = await readReminded(services, { organisationId, emailId: id, recipientId });
  const [first] = certificates;
  const address = certificates.findLast(({ recipientEmail }) => recipientEmail)?.recipientEmail;
  if (!first || !address) return 'no certificate of the reminder expires any more';
  const organisation = await services.em().findOneOrFail(Organisation, { id: organisationId });
  assertAuthentic(services, 'organisations', organisation);
  const logo = await loadShownLogo(services, organisation);
  const language = emailLanguage(tag);
  const { reminder } = await loadMessages(language);
  const lines = certificates.map(({ templateName: name, expiresAt, timeZone, address: at, verificationHash }) => ({
    name,
    until: dayIn(language, lastDayBefore(expiresAt, timeZone)),
    url: verificationUrl(at, Buffer.from(verificationHash).toString('hex')),
  }));
  const [line] = lines;
  const subject =
    line && lines.length === 1 ? reminder.subject({ templateName: line.name, date: line.until }) : reminder.several;
  const { recipientName } = first;
  const { html, text } = await renderReminder({
    ...{ subject: oneLine(subject), intro: reminder.intro({ recipientName }), certificates: lines, language },
    signature: organisation.emailSignature ?? null,
    organizationName: organisation.organizationName ?? null,
    websiteUrl: organisation.websiteUrl ?? null,
    brandColor: organisation.brandColor ?? null,
    // A logo that cannot be copied is shown from its address.
    logo: logo ? `cid:${LOGO_ID}` : (organisation.logoUrl ?? null),
  });
  const mail = {
    senderName: organisation.emailSenderName ?? organisation.organizationName ?? null,
    to: { name: recipientName, address },
    ...{ subject: oneLine(subject), html, text },
    attachments: logo ? [{ name: 'logo.png', type: 'image/png', content: logo, contentId: LOGO_ID }] : [],
  };
  return { mail };
}

/** Returns a day (YYYY-MM-DD) as a text in a language. English is British, as on the certificate's page. */
const dayIn = (language: string, day: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
