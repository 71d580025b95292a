import type { Organisation } from '../../../database/entities/organisation.ts';
import { emailLanguage, loadMessages, type Messages, renderEmail } from '../../../email-templates/index.ts';
import { fillPlaceholders } from '../../../templates-engine/index.ts';
import type { Services } from '../../context.ts';
import { openDkimKey } from '../../dkim/open-key.ts';
import { openServer } from '../../mailboxes/open-server.ts';
import { confirmedAddress } from '../../mailboxes/rules.ts';
import type { Mail } from '../../ports/email.ts';
import { oneLine } from '../../shared/one-line.ts';
import type { IssuingRules } from '../../templates/rules.ts';

/** Content ids of the logo and the certificate's picture within a mail (RFC 2392). */
export const LOGO_ID = 'logo@laurel';
export const PICTURE_ID = 'certificate@laurel';

/** Settings for the look and texts of an organisation's mails. */
export type Brand = Pick<
  Organisation,
  | 'organizationName'
  | 'logoUrl'
  | 'brandColor'
  | 'websiteUrl'
  | 'emailSenderName'
  | 'emailSubject'
  | 'emailIntroMessage'
  | 'emailSignature'
  | 'reminderSubject'
  | 'reminderMessage'
>;

/** E-mail of a template's certificates. Members that are left out are those of the organisation. */
export type TemplateEmail = NonNullable<IssuingRules['email']>;

interface About {
  recipientName: string;
  /** Null for a certificate that was imported without a template. */
  templateName: string | null;
  /** Number of the certificate; null without one. */
  number: string | null;
  verificationUrl: string;
  /** Address of the recipients' place. */
  placeUrl: string;
  /** Source of the logo: `cid:`, `data:` or http(s). */
  logo: string | null;
  /** Source of a small picture of the certificate, in the same forms. */
  picture: string | null;
  /** Language of the certificate (BCP 47); null if its design has none. */
  language: string | null;
}

/**
 * Returns the sender of an organisation's e-mails to recipients, and the server that sends them. An address counts once its mailbox has
 * confirmed it.
 */
export const senderOf = async (
  services: Services,
  row: Organisation,
): Promise<Pick<Mail, 'senderName' | 'server' | 'signature' | 'from' | 'copyTo' | 'replyTo'>> => ({
  senderName: row.emailSenderName ?? row.organizationName ?? null,
  server: openServer(services, row),
  signature: await openDkimKey(services, row),
  from: confirmedAddress(row, 'SENDER'),
  copyTo: confirmedAddress(row, 'BCC'),
  replyTo: row.replyTo ?? null,
});

/**
 * Returns the text of a certificate's e-mail with an organisation's branding (specification 1.4). Texts of the template precede those of
 * the organisation. Texts that neither has set are in the certificate's language, or in English if there is no translation.
 */
export async function brandedMail(
  brand: Brand,
  about: About,
  own: TemplateEmail = {},
): Promise<{ subject: string; html: string; text: string }> {
  const { recipientName } = about;
  const language = emailLanguage(about.language);
  const messages = await loadMessages(language);
  const templateName = about.templateName ?? messages.untitled;
  const values = new Map([
    ['recipientName', recipientName],
    ['templateName', templateName],
    ['organizationName', brand.organizationName ?? ''],
  ]);
  const filled = (text: string | null | undefined) => text && fillPlaceholders(text, values);
  const subject = oneLine(filled(own.subject ?? brand.emailSubject) ?? messages.subject({ templateName }));
  const rendered = await renderEmail({
    ...about,
    templateName,
    language,
    subject,
    intro: filled(own.intro ?? brand.emailIntroMessage) ?? messages.intro({ recipientName }),
    signature: own.signature ?? brand.emailSignature ?? null,
    organizationName: brand.organizationName ?? null,
    websiteUrl: brand.websiteUrl ?? null,
    brandColor: brand.brandColor ?? null,
  });
  return { subject, ...rendered };
}

/** Returns the text of a mail about a certificate without its files, in the certificate's language and with an organisation's branding. */
export async function brandedNotice(
  brand: Brand,
  about: Omit<About, 'picture'>,
  textsIn: (messages: Messages, templateName: string) => { subject: string; intro: string },
): Promise<{ subject: string; html: string; text: string }> {
  const language = emailLanguage(about.language);
  const messages = await loadMessages(language);
  const templateName = about.templateName ?? messages.untitled;
  const { subject: title, intro } = textsIn(messages, templateName);
  const subject = oneLine(title);
  const rendered = await renderEmail({
    ...{ ...about, templateName, language, subject, intro, picture: null, signature: brand.emailSignature ?? null },
    organizationName: brand.organizationName ?? null,
    websiteUrl: brand.websiteUrl ?? null,
    brandColor: brand.brandColor ?? null,
  });
  return { subject, ...rendered };
}
