import type { Services } from '../context.ts';

type Addressing = Pick<Services, 'installation'>;

/** Returns the address below which an organisation's verification pages, files, logos and share cards are: the installation's. */
export const publicAddressOf = ({ installation }: Addressing, _organisationId: string): string => installation.address;

/**
 * Returns the address that is printed on a certificate. The present one where its row has no address of the installation: then SQL wrote it, to
 * send people elsewhere.
 */
export function printedAddressOf(
  services: Addressing,
  { organisationId, address }: { organisationId: string; address: string },
): string {
  const isOurs = services.installation.addresses.some(({ url }) => url === address);
  return isOurs ? address : publicAddressOf(services, organisationId);
}
