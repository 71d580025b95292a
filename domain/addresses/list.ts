import type { Services } from '../context.ts';
import type { InstallationAddress } from '../ports/installation.ts';
import { readAddresses } from './read.ts';

/** Lists the installation's addresses, oldest first: former ones that the operator names, then the recorded ones. */
export async function listAddresses(
  services: Pick<Services, 'em' | 'authenticator' | 'meter' | 'now'>,
  former: readonly string[],
): Promise<InstallationAddress[]> {
  const recorded = await readAddresses(services);
  const known = new Set(recorded.map(({ url }) => url));
  const until = recorded[0]?.fromAt ?? services.now();
  return [
    ...former.filter((url) => !known.has(url)).map((url) => ({ url, from: null, until })),
    // Only the last one is current. A row that SQL restored to an earlier state has no end.
    ...recorded.map(({ url, fromAt, untilAt }, at) => ({
      ...{ url, from: fromAt, until: untilAt ?? recorded[at + 1]?.fromAt ?? null },
    })),
  ];
}
