import type { Services } from '../context.ts';

/** Returns services that give the installation another of its addresses: a former one, or the one that is printed on a certificate. */
export const atAddress = <Given extends Pick<Services, 'installation'>>(services: Given, address: string): Given => ({
  ...services,
  installation: { ...services.installation, address },
});
