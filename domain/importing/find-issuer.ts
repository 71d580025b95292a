import { Organisation } from '../../database/entities/organisation.ts';
import type { IssuedFrom } from '../certificates/make-claims.ts';
import type { DomainContext } from '../context.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { liveOf } from '../shared/ids.ts';

/** Issuer of certificates, with the template's version if they have one. */
export type Issuer = IssuedFrom & { organisationId: string | null; timeZone: string | null };

/** Returns the organisation as the issuer of certificates without a template. */
export async function findIssuer(context: DomainContext): Promise<Issuer> {
  const organisation = await context.em().findOneOrFail(Organisation, { id: liveOf(context.organisationId) });
  assertAuthentic(context, 'organisations', organisation);
  const { organizationName = null, timeZone = null } = organisation;
  return {
    ...{ organisationId: null, templateId: null, version: null, digest: null, templateName: null },
    ...{ organizationName, timeZone },
  };
}
