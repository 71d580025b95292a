import type { Request } from 'express';
import { atAddress } from '../../domain/addresses/choose-address.ts';
import type { Services } from '../../domain/context.ts';

/**
 * Returns the services for the address at which a request arrived. A former address has separate services, whose DID documents, status
 * lists and pages keep the names under which certificates were issued. Any other host gets the current address, and so does a host shared
 * by both.
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
    // A proxy that terminates TLS may not report the scheme, so the host alone is compared last.
    const place =
      places.find(({ origin }) => origin === asked?.origin) ?? places.find(({ host }) => host === asked?.host);
    return place?.services ?? services;
  };
}

/** Returns the address of the request according to the trusted proxies (TRUST_PROXY); null for an invalid host. */
function originOf({ protocol, host }: Request): { origin: string; host: string } | null {
  const url = `${protocol}://${host}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(url) ? new URL(url) : null;
}
