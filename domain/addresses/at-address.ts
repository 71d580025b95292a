import type { Services } from '../context.ts';

/** Returns services for another address of the installation: a former one, or the one printed on a certificate. */
export const atAddress = <Given extends Pick<Services, 'installation'>>(services: Given, address: string): Given => ({
  ...services,
  installation: { ...services.installation, address },
});
