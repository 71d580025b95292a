import { Organisation } from '../../database/entities/organisation.ts';
import type { Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { Uuid } from '../shared/schemas.ts';
import { loadLogo, logoUrl } from './logo-file.ts';

/** The uploaded logo (PNG) at its public address (logoUrl); NOT_FOUND for any other, and for a logo that was replaced. */
export async function openLogo(
  services: Services,
  { organisationId: id, name }: { organisationId: string; name: string },
): Promise<Uint8Array> {
  const row = Uuid.safeParse(id).success ? await services.em().findOne(Organisation, { id }) : null;
  const isCurrent = row?.logoToken && logoUrl(services, row)?.endsWith(`/${name}`);
  const content = row && isCurrent ? await loadLogo(services, row) : null;
  if (!content) throw notFound();
  return content;
}
