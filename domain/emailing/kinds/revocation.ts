import { Certificate } from '../../../database/entities/certificate.ts';
import { Organisation } from '../../../database/entities/organisation.ts';
import { placeUrl } from '../../addresses/link-place.ts';
import { verificationUrl } from '../../addresses/link-verification.ts';
import { mailLanguage } from '../../certificates/read-language.ts';
import { stateOf } from '../../certificates/state.ts';
import { inOrganisation, type Services } from '../../context.ts';
import type { Email } from '../../emails/set-status.ts';
import { loadShownLogo } from '../../organisations/show-logo.ts';
import { assertAuthentic, NotAuthenticError } from '../../shared/authentic-rows.ts';
import { liveOf } from '../../shared/ids.ts';
import { brandedNotice, LOGO_ID, senderOf } from './branding.ts';
import type { Composed } from './kind.ts';

/** Composes the mail about a revocation, with its reason. Obsolete if the certificate was reinstated since. */
export async function revocationMail(
  services: Services,
  { organisationId, certificateId, recipient }: Email,
): Promise<Composed | string> {
  if (certificateId === null || recipient === null) throw new NotAuthenticError('emails');
  const em = services.em();
  const certificate = await em.findOneOrFail(Certificate, { organisationId, id: certificateId });
  assertAuthentic(services, 'certificates', certificate);
  if (stateOf(certificate, inOrganisation(services, organisationId).now()) !== 'REVOKED')
    return 'the certificate was reinstated before it was sent';
  const organisation = await em.findOneOrFail(Organisation, { id: liveOf(organisationId) });
  assertAuthentic(services, 'organisations', organisation);
  const { recipientName } = certificate;
  const logo = await loadShownLogo(services, organisation);
  const about = {
    ...{ recipientName, templateName: certificate.templateName ?? null, number: certificate.number ?? null },
    logo: logo ? `cid:${LOGO_ID}` : (organisation.logoUrl ?? null),
    language: await mailLanguage(em, certificate),
    verificationUrl: verificationUrl(certificate.address, Buffer.from(certificate.verificationHash).toString('hex')),
    placeUrl: placeUrl(services.installation.address),
  };
  const reason = certificate.revokedReason ?? '';
  const text = await brandedNotice(organisation, about, ({ revocation }, templateName) => ({
    subject: revocation.subject({ templateName }),
    intro: revocation.intro({ recipientName, reason }),
  }));
  const mail = {
    ...text,
    ...(await senderOf(services, organisation)),
    to: { name: recipientName, address: recipient },
    attachments: logo ? [{ name: 'logo.png', type: 'image/png', content: logo, contentId: LOGO_ID }] : [],
  };
  return { mail };
}
