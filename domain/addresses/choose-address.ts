import type { Services } from '../context.ts';

type Addressing = Pick<Services, 'installation'>;

/** Returns the installation's address. An organisation's verification pages, files, logos and share cards are below it. */
export const publicAddressOf = ({ installation }: Addressing, _organisationId: string): string => installation.address;

/**
 * Returns the address printed on a certificate. Returns the current address if the row has none of the installation's, because SQL then
 * wrote it to misdirect people.
 */
export function printedAddressOf(
  services: Addressing,
  { organisationId, address }: { organisationId: string; address: string },
): string {
  const isOurs = services.installation.addresses.some(({ url }) => url === address);
  return isOurs ? address : publicAddressOf(services, organisationId);
}

/** Returns services for another address of the installation: a former one, or the one printed on a certificate. */
export const atAddress = <Given extends Pick<Services, 'installation'>>(services: Given, address: string): Given => ({
  ...services,
  installation: { ...services.installation, address },
});
