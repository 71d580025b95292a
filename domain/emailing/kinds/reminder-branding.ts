import { emailLanguage, loadMessages, renderReminder } from '../../../email-templates/index.ts';
import { fillPlaceholders } from '../../../templates-engine/index.ts';
import { oneLine } from '../../shared/one-line.ts';
import type { Brand } from './branding.ts';
import { dayIn } from './format-day.ts';

/** Facts of a reminder of expiries. */
interface About {
  recipientName: string;
  /** Certificates that expire, at least one, with the last day of their validity (YYYY-MM-DD). */
  certificates: readonly { templateName: string | null; number: string | null; lastDay: string; url: string }[];
  /** Address of the recipients' place. */
  placeUrl: string;
  /** Address that stops further reminders. */
  stopUrl: string;
  /** Source of the logo: `cid:`, `data:` or http(s). */
  logo: string | null;
  /** Language of the certificates (BCP 47); null if their design has none. */
  language: string | null;
}

/**
 * Returns the text of a reminder with an organisation's branding. Texts that the organisation has not set are in the certificates'
 * language, or in English if there is no translation.
 */
export async function reminderMail(
  brand: Brand,
  about: About,
): Promise<{ subject: string; html: string; text: string }> {
  const language = emailLanguage(about.language);
  const { reminder, untitled } = await loadMessages(language);
  const { recipientName } = about;
  const lines = about.certificates.map(({ templateName: name, number, lastDay, url }) => ({
    ...{ name: name ?? untitled, number, url },
    until: dayIn(language, lastDay),
  }));
  const [first = { name: '', until: '' }] = lines;
  const values = new Map([
    ['recipientName', recipientName],
    ['templateName', first.name],
    ['organizationName', brand.organizationName ?? ''],
  ]);
  const filled = (own: string | null | undefined) => own && fillPlaceholders(own, values);
  const standard =
    lines.length === 1 ? reminder.subject({ templateName: first.name, date: first.until }) : reminder.several;
  const subject = oneLine(filled(brand.reminderSubject) ?? standard);
  const rendered = await renderReminder({
    ...{ subject, certificates: lines, language, logo: about.logo, placeUrl: about.placeUrl, stopUrl: about.stopUrl },
    intro: filled(brand.reminderMessage) ?? reminder.intro({ recipientName }),
    signature: brand.emailSignature ?? null,
    organizationName: brand.organizationName ?? null,
    websiteUrl: brand.websiteUrl ?? null,
    brandColor: brand.brandColor ?? null,
  });
  return { subject, ...rendered };
}
