import type { Services } from '../context.ts';

/** Returns the address below which an organisation's verification pages, files, logos and share cards are: the installation's. */
export const publicAddressOf = ({ installation }: Pick<Services, 'installation'>, _organisationId: string): string =>
  installation.address;
