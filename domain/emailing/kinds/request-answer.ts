import { Certificate } from '../../../database/entities/certificate.ts';
import { CorrectionRequest } from '../../../database/entities/correction-request.ts';
import { Organisation } from '../../../database/entities/organisation.ts';
import { placeUrl } from '../../addresses/link-place.ts';
import { verificationUrl } from '../../addresses/link-verification.ts';
import { mailLanguage } from '../../certificates/read-language.ts';
import type { Services } from '../../context.ts';
import type { Email } from '../../emails/set-status.ts';
import { loadShownLogo } from '../../organisations/show-logo.ts';
import { assertAuthentic, NotAuthenticError } from '../../shared/authentic-rows.ts';
import { mailboxOf } from '../../shared/email-address.ts';
import { liveOf } from '../../shared/ids.ts';
import { brandedNotice, LOGO_ID, senderOf } from './branding.ts';
import type { Composed } from './kind.ts';

/**
 * Composes the answer to a request for a correction, to the certificate's address. Obsolete if the request was deleted or is open again,
 * or if the address is no longer that of the recipient who asked.
 */
export async function requestAnswer(
  services: Services,
  { organisationId, subjectId: id, createdAt }: Email,
): Promise<Composed | string> {
  if (id === null) throw new NotAuthenticError('emails');
  const em = services.em();
  const request = await em.findOne(CorrectionRequest, { organisationId, id });
  if (!request) return 'the request was deleted before it was sent';
  assertAuthentic(services, 'correction_requests', request);
  // Another decision has its own mail.
  const isCurrent = request.status !== 'OPEN' && request.changedAt.getTime() === createdAt.getTime();
  if (!isCurrent) return 'the request was opened again before it was sent';
  const certificate = await em.findOneOrFail(Certificate, { organisationId, id: request.certificateId });
  assertAuthentic(services, 'certificates', certificate);
  const { recipientEmail, recipientName } = certificate;
  if (!recipientEmail || mailboxOf(recipientEmail) !== request.mailbox)
    return 'the address was changed before it was sent';
  const organisation = await em.findOneOrFail(Organisation, { id: liveOf(organisationId) });
  assertAuthentic(services, 'organisations', organisation);
  const logo = await loadShownLogo(services, organisation);
  const { address, verificationHash } = certificate;
  const about = {
    ...{ recipientName, templateName: certificate.templateName ?? null, number: certificate.number ?? null },
    language: await mailLanguage(em, certificate),
    // A logo that cannot be copied is shown from its address.
    logo: logo ? `cid:${LOGO_ID}` : (organisation.logoUrl ?? null),
    verificationUrl: verificationUrl(address, Buffer.from(verificationHash).toString('hex')),
    placeUrl: placeUrl(services.installation.address),
  };
  const { status, answer } = request;
  const text = await brandedNotice(organisation, about, ({ answer: messages }, templateName) => {
    const [subject, intro] =
      status === 'DECLINED'
        ? [messages.declined, messages.declinedIntro]
        : [messages.corrected, messages.correctedIntro];
    const paragraphs = [intro({ recipientName }), ...(answer ? [messages.message({ answer })] : [])];
    return { subject: subject({ templateName }), intro: paragraphs.join('\n\n') };
  });
  const mail = {
    ...text,
    ...(await senderOf(services, organisation)),
    to: { name: recipientName, address: recipientEmail },
    attachments: logo ? [{ name: 'logo.png', type: 'image/png', content: logo, contentId: LOGO_ID }] : [],
  };
  return { mail };
}
