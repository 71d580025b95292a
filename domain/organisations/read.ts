import { Organisation as OrganisationRow } from '../../database/entities/organisation.ts';
import type { DomainContext, Services } from '../context.ts';
import { logoUrl } from './logo-file.ts';
import type { Organisation } from './schemas.ts';

/** The organisation's branding (specification 4.9). */
export async function readOrganisation(context: DomainContext): Promise<Organisation> {
  return toView(context, await context.em().findOneOrFail(OrganisationRow, { id: context.organisationId }));
}

export function toView(services: Pick<Services, 'installation'>, row: OrganisationRow): Organisation {
  return {
    organizationName: row.organizationName ?? null,
    logoUrl: logoUrl(services, row),
    brandColor: row.brandColor ?? null,
    websiteUrl: row.websiteUrl ?? null,
    emailSenderName: row.emailSenderName ?? null,
    emailSubject: row.emailSubject ?? null,
    emailIntroMessage: row.emailIntroMessage ?? null,
    emailSignature: row.emailSignature ?? null,
  };
}
