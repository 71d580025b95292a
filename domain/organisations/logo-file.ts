import type { Organisation } from '../../database/entities/organisation.ts';
import { publicAddressOf } from '../addresses/public-address.ts';
import type { Services } from '../context.ts';
import type { FileKey } from '../services/storage.ts';

/** Columns of an organisation that lead to its logo. */
export type WithLogo = Pick<Organisation, 'id' | 'logoToken' | 'logoUrl'>;

/** The uploaded logo as PNG; null where there is none. */
export async function loadLogo(services: Services, row: WithLogo): Promise<Uint8Array | null> {
  return row.logoToken ? services.storage.get(logoKey(row.id, row.logoToken)) : null;
}

/** The logo's public address: ours for an uploaded one, else the one that was supplied. */
export function logoUrl(services: Pick<Services, 'installation'>, row: WithLogo): string | null {
  if (!row.logoToken) return row.logoUrl ?? null;
  return `${publicAddressOf(services, row.id)}/logos/${row.id}/${logoKey(row.id, row.logoToken).name}`;
}

/** Where a logo is stored. */
export function logoKey(organisationId: string, token: Uint8Array): FileKey {
  return { organisationId, id: organisationId, name: `${Buffer.from(token).toString('base64url')}.png` };
}

/** Deletes the file of a logo that was replaced. */
export const deleteLogoFile = (
  services: Services,
  { organisationId, name }: { organisationId: string; name: string },
): Promise<void> => services.storage.remove({ organisationId, id: organisationId, name });
