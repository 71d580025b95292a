import type { Certificate } from '../../database/entities/certificate.ts';
import { Organisation } from '../../database/entities/organisation.ts';
import { Template, TemplateVersion } from '../../database/entities/template.ts';
import { smallPicture } from '../../templates-engine/index.ts';
import { verificationUrl } from '../certificates/claims.ts';
import { fileName } from '../certificates/files.ts';
import type { Services } from '../context.ts';
import { loadShownLogo } from '../organisations/shown-logo.ts';
import type { Mail, MailAttachment } from '../services/mail.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { versionLanguage } from '../templates/variables.ts';
import { brandedMail, LOGO_ID, PICTURE_ID } from './branding.ts';

/** Of the certificate's picture, in pixels: as wide as a mail shows it on a screen of two pixels to a point. */
const PICTURE_WIDTH = 1072;

/** The e-mail of a certificate with its PDF (specification 1.4), and a small picture of it from its PNG. */
export async function composeMail(
  services: Services,
  certificate: Certificate,
  { emailId, recipient, pdf, png }: { emailId: string; recipient: string; pdf: Uint8Array; png: Uint8Array | null },
): Promise<Mail> {
  const { organisationId, templateOrganisationId, templateId: id, templateVersion, recipientName } = certificate;
  const em = services.em();
  const organisation = await em.findOneOrFail(Organisation, { id: organisationId });
  const template = await em.findOneOrFail(Template, { organisationId: templateOrganisationId, id });
  assertAuthentic(services, 'organisations', organisation);
  assertAuthentic(services, 'templates', template);
  const key = { organisationId: templateOrganisationId, templateId: id, version: templateVersion };
  const { language } = await em.findOneOrFail(TemplateVersion, key, { fields: ['language'] });
  const logo = await loadShownLogo(services, organisation);
  const picture = png && (await smallPicture(png, PICTURE_WIDTH, 'jpeg'));
  const mail = await brandedMail(organisation, {
    recipientName,
    templateName: template.name,
    // A logo that is replaced at this moment is left out; one that cannot be copied is shown from its address.
    logo: logo ? `cid:${LOGO_ID}` : (organisation.logoUrl ?? null),
    picture: picture && `cid:${PICTURE_ID}`,
    language: versionLanguage(language, certificate.variables),
    verificationUrl: verificationUrl(services, Buffer.from(certificate.verificationHash).toString('hex')),
  });
  const attachments: MailAttachment[] = [
    { name: fileName(template.name, recipientName, 'pdf'), type: 'application/pdf', content: pdf },
    ...(picture ? [{ name: 'certificate.jpg', type: 'image/jpeg', content: picture, contentId: PICTURE_ID }] : []),
    ...(logo ? [{ name: 'logo.png', type: 'image/png', content: logo, contentId: LOGO_ID }] : []),
  ];
  return {
    ...mail,
    messageId: `<${emailId}@${new URL(services.baseUrl).hostname}>`,
    senderName: organisation.emailSenderName ?? organisation.organizationName ?? null,
    to: { name: recipientName, address: recipient },
    attachments,
  };
}
