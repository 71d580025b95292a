import type { Certificate } from '../../database/entities/certificate.ts';
import { Organisation } from '../../database/entities/organisation.ts';
import { Template } from '../../database/entities/template.ts';
import { fillPlaceholders, renderEmail } from '../../templates-engine/index.ts';
import { verificationUrl } from '../certificates/claims.ts';
import { fileName } from '../certificates/files.ts';
import type { Mail, MailAttachment, Services } from '../context.ts';
import { loadLogo, logoUrl } from '../organisations/logo-file.ts';

const DEFAULT_SUBJECT = 'Your certificate: {{templateName}}';
const DEFAULT_INTRO = 'Hello {{recipientName}},\n\nyour certificate is ready. You find it attached as a PDF.';
const LOGO_ID = 'logo@laurel';

/** The e-mail of a certificate under its organisation's branding (specification 1.4). */
export async function composeMail(
  services: Services,
  certificate: Certificate,
  { emailId, recipient, pdf }: { emailId: string; recipient: string; pdf: Uint8Array },
): Promise<Mail> {
  const { organisationId, templateOrganisationId, templateId: id, recipientName } = certificate;
  const em = services.em();
  const organisation = await em.findOneOrFail(Organisation, { id: organisationId });
  const template = await em.findOneOrFail(Template, { organisationId: templateOrganisationId, id });
  const logo = await loadLogo(services, organisation);
  const values = new Map([
    ['recipientName', recipientName],
    ['templateName', template.name],
    ['organizationName', organisation.organizationName ?? ''],
  ]);
  // A line break would end the header.
  const subject = oneLine(fillPlaceholders(organisation.emailSubject ?? DEFAULT_SUBJECT, values));
  const hash = Buffer.from(certificate.verificationHash).toString('hex');
  const { html, text } = await renderEmail({
    subject,
    intro: fillPlaceholders(organisation.emailIntroMessage ?? DEFAULT_INTRO, values),
    signature: organisation.emailSignature ?? null,
    recipientName,
    templateName: template.name,
    organizationName: organisation.organizationName ?? null,
    websiteUrl: organisation.websiteUrl ?? null,
    brandColor: organisation.brandColor ?? null,
    logo: logo ? `cid:${LOGO_ID}` : logoUrl(services, organisation),
    verificationUrl: verificationUrl(services, hash),
  });
  const attachments: MailAttachment[] = [
    { name: fileName(template.name, recipientName, 'pdf'), type: 'application/pdf', content: pdf },
    ...(logo ? [{ name: 'logo.png', type: 'image/png', content: logo, contentId: LOGO_ID }] : []),
  ];
  return {
    messageId: `<${emailId}@${new URL(services.baseUrl).hostname}>`,
    senderName: organisation.emailSenderName ?? organisation.organizationName ?? null,
    to: { name: oneLine(recipientName), address: recipient },
    subject,
    html,
    text,
    attachments,
  };
}

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
