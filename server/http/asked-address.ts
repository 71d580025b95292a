import type { Request } from 'express';
import { atAddress } from '../../domain/addresses/at-address.ts';
import type { Services } from '../../domain/context.ts';

/**
 * Makes the function that gives the services at the address where a request arrived. A former address has its own: what was issued under
 * it names its DID documents, status lists and pages. Any other host gets the present address, as does one that both have.
 */
export function makeServicesAt<Given extends Pick<Services, 'installation'>>(
  services: Given,
): (request: Request) => Given {
  const { address, addresses } = services.installation;
  const places = [address, ...addresses.map(({ url }) => url).reverse()].map((url) => ({
    ...{ origin: new URL(url).origin, host: new URL(url).host },
    services: url === address ? services : atAddress(services, url),
  }));
  return (request) => {
    const asked = originOf(request);
    // A proxy that ends TLS need not say so: then the host alone tells.
    const place =
      places.find(({ origin }) => origin === asked?.origin) ?? places.find(({ host }) => host === asked?.host);
    return place?.services ?? services;
  };
}

/** The address of the request as the proxies tell it that are trusted (TRUST_PROXY); null for a host that is none. */
function originOf({ protocol, host }: Request): { origin: string; host: string } | null {
  const url = `${protocol}://${host}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(url) ? new URL(url) : null;
}
