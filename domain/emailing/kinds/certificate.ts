import { Certificate } from '../../../database/entities/certificate.ts';
import { Organisation } from '../../../database/entities/organisation.ts';
import { Template } from '../../../database/entities/template.ts';
import { smallPicture } from '../../../templates-engine/index.ts';
import { placeUrl } from '../../addresses/link-place.ts';
import { verificationUrl } from '../../addresses/link-verification.ts';
import { fileName, storedFile, UNTITLED } from '../../certificates/load-file.ts';
import { mailLanguage } from '../../certificates/read-language.ts';
import { versionOf } from '../../certificates/rules.ts';
import { stateOf } from '../../certificates/state.ts';
import { inOrganisation, type Services } from '../../context.ts';
import type { Email } from '../../emails/set-status.ts';
import { loadShownLogo } from '../../organisations/show-logo.ts';
import type { MailAttachment } from '../../ports/email.ts';
import { readSealedFiles } from '../../seals/read-stored.ts';
import { assertAuthentic, NotAuthenticError } from '../../shared/authentic-rows.ts';
import { sha256 } from '../../shared/crypto.ts';
import { liveOf } from '../../shared/ids.ts';
import { readRules } from '../../templates/read-rules.ts';
import { brandedMail, LOGO_ID, PICTURE_ID, senderOf, type TemplateEmail } from './branding.ts';
import type { Composed } from './kind.ts';

/** Width of the certificate's picture in pixels: twice its width in a mail, for high-density screens. */
const PICTURE_WIDTH = 1072;

interface Files {
  pdf: Uint8Array;
  png: Uint8Array | null;
}

/**
 * Composes the mail of a certificate, to its address at the time of the request. Obsolete if the certificate is revoked. Returns null if
 * new files follow, after which the mail is queued again.
 */
export async function certificateMail(
  services: Services,
  { organisationId, certificateId, recipient }: Email,
): Promise<Composed | string | null> {
  if (certificateId === null || recipient === null) throw new NotAuthenticError('emails');
  const certificate = await services.em().findOneOrFail(Certificate, { organisationId, id: certificateId });
  assertAuthentic(services, 'certificates', certificate);
  if (stateOf(certificate, inOrganisation(services, organisationId).now()) === 'REVOKED')
    return 'the certificate was revoked before it was sent';
  if (certificate.renderStatus === 'PENDING' || certificate.renderStatus === 'RENDERING') return null;
  const key = storedFile(certificate, 'pdf');
  const pdf = key && (await services.storage.get(key));
  if (!pdf) throw new Error('the PDF is missing');
  const image = storedFile(certificate, 'png');
  // A missing picture does not prevent the e-mail.
  const png = (image && (await services.storage.get(image))) || null;
  await assertSealed(services, certificate, { pdf, png });
  return { mail: await compose(services, certificate, { recipient, pdf, png }) };
}

/** Throws NotAuthenticError for files without the signed digests. */
async function assertSealed(services: Services, certificate: Certificate, { pdf, png }: Files): Promise<void> {
  const files = await readSealedFiles(services, certificate);
  const isSealed = (content: Uint8Array, digest: string) => sha256(content).toString('hex') === digest;
  if (!files || !isSealed(pdf, files.pdfSha256) || (png && !isSealed(png, files.imageSha256)))
    throw new NotAuthenticError('files');
}

/** Returns the mail with the PDF (specification 1.4) and a small picture made from the PNG, or with the link only. */
async function compose(
  services: Services,
  certificate: Certificate,
  { recipient, pdf, png }: Files & { recipient: string },
): Promise<Composed['mail']> {
  const { organisationId, recipientName } = certificate;
  const organisation = await services.em().findOneOrFail(Organisation, { id: liveOf(organisationId) });
  assertAuthentic(services, 'organisations', organisation);
  const templateName = await currentName(services, certificate);
  const own = await readOwn(services, certificate);
  const isLinkOnly = own.attachment === false;
  const logo = await loadShownLogo(services, organisation);
  const picture = !isLinkOnly && png && (await smallPicture(png, PICTURE_WIDTH, 'jpeg'));
  const about = {
    recipientName,
    templateName,
    number: certificate.number ?? null,
    // A logo that is being replaced is omitted. One that cannot be copied is shown from its address.
    logo: logo ? `cid:${LOGO_ID}` : (organisation.logoUrl ?? null),
    picture: picture ? `cid:${PICTURE_ID}` : null,
    language: await mailLanguage(services.em(), certificate),
    verificationUrl: verificationUrl(certificate.address, Buffer.from(certificate.verificationHash).toString('hex')),
    placeUrl: placeUrl(services.installation.address),
  };
  const mail = await brandedMail(organisation, about, own);
  const name = fileName(templateName ?? UNTITLED, recipientName, 'pdf');
  const attachments: MailAttachment[] = [
    ...(isLinkOnly ? [] : [{ name, type: 'application/pdf', content: pdf }]),
    ...(picture ? [{ name: 'certificate.jpg', type: 'image/jpeg', content: picture, contentId: PICTURE_ID }] : []),
    ...(logo ? [{ name: 'logo.png', type: 'image/png', content: logo, contentId: LOGO_ID }] : []),
  ];
  return {
    ...mail,
    ...(await senderOf(services, organisation)),
    to: { name: recipientName, address: recipient },
    attachments,
  };
}

/** Returns how the current version of the certificate's template e-mails it. Throws NotAuthenticError if it was changed outside Laurel. */
async function readOwn(services: Services, certificate: Certificate): Promise<TemplateEmail> {
  const rules = (await readRules(services.em(), services, [certificate]))(certificate);
  if (rules === null) throw new NotAuthenticError('template_versions');
  return rules.email ?? {};
}

/** Returns the current name of the certificate's template; null without a template. */
async function currentName(services: Services, certificate: Certificate): Promise<string | null> {
  const version = versionOf(certificate);
  if (!version) return null;
  const { organisationId, templateId: id } = version;
  const template = await services.em().findOneOrFail(Template, { organisationId, id });
  assertAuthentic(services, 'templates', template);
  return template.name;
}
