import type { Organisation } from '../../../database/entities/organisation.ts';
import { fillPlaceholders, mailLanguage, mailWords, renderEmail } from '../../../templates-engine/index.ts';
import { oneLine } from '../../shared/one-line.ts';

/** The names of the logo and of the certificate's picture within a mail (RFC 2392). */
export const LOGO_ID = 'logo@laurel';
export const PICTURE_ID = 'certificate@laurel';

/** What an organisation's mails look like and say. */
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
>;

interface About {
  recipientName: string;
  templateName: string;
  verificationUrl: string;
  /** Source of the picture, `cid:`, `data:` or http(s). */
  logo: string | null;
  /** Source of a small picture of the certificate, in the same forms. */
  picture: string | null;
  /** Of the certificate (BCP 47), as far as its design gives it. */
  language: string | null;
}

/**
 * The text of a certificate's e-mail under an organisation's branding (specification 1.4). What the organisation has no text
 * of its own for is in the certificate's language, where there are words in it.
 */
export async function brandedMail(
  brand: Brand,
  about: About,
): Promise<{ subject: string; html: string; text: string }> {
  const values = new Map([
    ['recipientName', about.recipientName],
    ['templateName', about.templateName],
    ['organizationName', brand.organizationName ?? ''],
  ]);
  const language = mailLanguage(about.language);
  const words = mailWords(language);
  const subject = oneLine(fillPlaceholders(brand.emailSubject ?? words.subject, values));
  const rendered = await renderEmail({
    ...about,
    language,
    subject,
    intro: fillPlaceholders(brand.emailIntroMessage ?? words.intro, values),
    signature: brand.emailSignature ?? null,
    organizationName: brand.organizationName ?? null,
    websiteUrl: brand.websiteUrl ?? null,
    brandColor: brand.brandColor ?? null,
  });
  return { subject, ...rendered };
}
