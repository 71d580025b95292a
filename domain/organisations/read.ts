import { Organisation as OrganisationRow } from '../../database/entities/organisation.ts';
import type { DomainContext, Services } from '../context.ts';
import { UTC } from '../shared/calendar.ts';
import { liveOf } from '../shared/ids.ts';
import { logoUrl } from './load-logo.ts';
import { Organisation } from './schemas.ts';

/** Returns the organisation's branding (specification 4.9). */
export async function readOrganisation(context: DomainContext): Promise<Organisation> {
  return toView(context, await context.em().findOneOrFail(OrganisationRow, { id: liveOf(context.organisationId) }));
}

export function toView(services: Pick<Services, 'installation'>, row: OrganisationRow): Organisation {
  const names = Organisation.keyof().options;
  const fields = names.map((name) => [name, row[name] ?? null]);
  return {
    ...Object.fromEntries(fields),
    logoUrl: logoUrl(services, row),
    timeZone: row.timeZone ?? UTC,
  } as Organisation;
}
