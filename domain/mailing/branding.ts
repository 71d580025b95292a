import type { Organisation } from '../../database/entities/organisation.ts';
import { fillPlaceholders, renderEmail } from '../../templates-engine/index.ts';
import { oneLine } from '../shared/one-line.ts';

const DEFAULT_SUBJECT = 'Your certificate: {{templateName}}';
const DEFAULT_INTRO = 'Hello {{recipientName}},\n\nyour certificate is ready. You find it attached as a PDF.';

/** The logo's name within a mail (RFC 2392). */
export const LOGO_ID = 'logo@laurel';

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
}

/** The text of a certificate's e-mail under an organisation's branding (specification 1.4). */
export async function brandedMail(
  brand: Brand,
  about: About,
): Promise<{ subject: string; html: string; text: string }> {
  const values = new Map([
    ['recipientName', about.recipientName],
    ['templateName', about.templateName],
    ['organizationName', brand.organizationName ?? ''],
  ]);
  const subject = oneLine(fillPlaceholders(brand.emailSubject ?? DEFAULT_SUBJECT, values));
  const rendered = await renderEmail({
    ...about,
    subject,
    intro: fillPlaceholders(brand.emailIntroMessage ?? DEFAULT_INTRO, values),
    signature: brand.emailSignature ?? null,
    organizationName: brand.organizationName ?? null,
    websiteUrl: brand.websiteUrl ?? null,
    brandColor: brand.brandColor ?? null,
  });
  return { subject, ...rendered };
}
