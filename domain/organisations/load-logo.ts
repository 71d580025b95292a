import type { Organisation } from '../../database/entities/organisation.ts';
import { publicAddressOf } from '../addresses/choose-address.ts';
import type { Services } from '../context.ts';
import type { FileKey } from '../ports/storage.ts';

/** Columns of an organisation that identify its logo. */
export type WithLogo = Pick<Organisation, 'id' | 'logoToken' | 'logoUrl'>;

/** Returns the uploaded logo as PNG; null without one. */
export async function loadLogo(services: Services, row: WithLogo): Promise<Uint8Array | null> {
  return row.logoToken ? services.storage.get(logoKey(row.id, row.logoToken)) : null;
}

/** Returns the logo's public address: Laurel's for an uploaded logo, otherwise the supplied one. */
export function logoUrl(services: Pick<Services, 'installation'>, row: WithLogo): string | null {
  if (!row.logoToken) return row.logoUrl ?? null;
  return `${publicAddressOf(services, row.id)}/logos/${row.id}/${logoKey(row.id, row.logoToken).name}`;
}

/** Returns the storage key of a logo. */
export function logoKey(organisationId: string, token: Uint8Array): FileKey {
  return { organisationId, id: organisationId, name: `${Buffer.from(token).toString('base64url')}.png` };
}

/** Deletes the file of a logo that was replaced. */
export const deleteLogoFile = (
  services: Services,
  { organisationId, name }: { organisationId: string; name: string },
): Promise<void> => services.storage.remove({ organisationId, id: organisationId, name });
