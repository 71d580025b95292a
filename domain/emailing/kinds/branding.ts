import type { Organisation } from '../../../database/entities/organisation.ts';
import { emailLanguage, loadMessages, renderEmail } from '../../../email-templates/index.ts';
import { fillPlaceholders } from '../../../templates-engine/index.ts';
import { oneLine } from '../../shared/one-line.ts';

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

interface About {
  recipientName: string;
  templateName: string;
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
 * Returns the text of a certificate's e-mail with an organisation's branding (specification 1.4). Texts that the organisation has not set
 * are in the certificate's language, or in English if there is no translation.
 */
export async function brandedMail(
  brand: Brand,
  about: About,
): Promise<{ subject: string; html: string; text: string }> {
  const { recipientName, templateName } = about;
  const values = new Map([
    ['recipientName', recipientName],
    ['templateName', templateName],
    ['organizationName', brand.organizationName ?? ''],
  ]);
  const language = emailLanguage(about.language);
  const messages = await loadMessages(language);
  const filled = (own: string | null | undefined) => own && fillPlaceholders(own, values);
  const subject = oneLine(filled(brand.emailSubject) ?? messages.subject({ templateName }));
  const rendered = await renderEmail({
    ...about,
    language,
    subject,
    intro: filled(brand.emailIntroMessage) ?? messages.intro({ recipientName }),
    signature: brand.emailSignature ?? null,
    organizationName: brand.organizationName ?? null,
    websiteUrl: brand.websiteUrl ?? null,
    brandColor: brand.brandColor ?? null,
  });
  return { subject, ...rendered };
}

/** Returns the text of the mail about a revocation with an organisation's branding, in the certificate's language. */
export async function revocationText(
  brand: Brand,
  { reason, ...about }: Omit<About, 'picture'> & { reason: string },
): Promise<{ subject: string; html: string; text: string }> {
  const { recipientName, templateName } = about;
  const language = emailLanguage(about.language);
  const { revocation } = await loadMessages(language);
  const subject = oneLine(revocation.subject({ templateName }));
  const rendered = await renderEmail({
    ...{ ...about, language, subject, picture: null, signature: brand.emailSignature ?? null },
    intro: revocation.intro({ recipientName, reason }),
    organizationName: brand.organizationName ?? null,
    websiteUrl: brand.websiteUrl ?? null,
    brandColor: brand.brandColor ?? null,
  });
  return { subject, ...rendered };
}
