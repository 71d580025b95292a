import type { Request } from 'express';
import { isbot } from 'isbot';
import type { VerificationServices } from '../../../domain/verification/verify.ts';
import { uncountedIfHead } from '../head.ts';
import { isSameOrigin } from '../same-origin.ts';

/** Maximum characters of a user agent that are compared with the known programs. Those of browsers have about 150. */
const MAX_AGENT = 500;

/** Returns the services for a look at a page. Each counts as a verification, and one by a person also as a view. */
export function countedAs(services: VerificationServices, request: Request): VerificationServices {
  if (!isPerson(request)) return uncountedIfHead(services, request);
  return { ...services, countVerification: (certificate) => services.countVerification(certificate, 'view') };
}

/**
 * Returns true for a request by a browser that shows the page to a person. Programs for link previews, scans and searches are known by
 * their user agent, or ask for no language. A browser that loads a page before someone opens it says so (`Sec-Purpose`; formerly
 * `Purpose` and `X-Moz`), and names another destination for anything but a page.
 */
function isPerson(request: Request): boolean {
  if (request.method !== 'GET' || isProgram(request)) return false;
  const purpose = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].map((name) => request.get(name) ?? '').join();
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  return (request.get('Sec-Fetch-Dest') ?? 'document') === 'document' && Boolean(request.get('Accept-Language'));
}

/** Returns true for a use of a page's button by a person, in a browser that shows the page of this installation. */
export function isUse(request: Request, address: string): boolean {
  return !isProgram(request) && Boolean(request.get('Accept-Language')) && isSameOrigin(request, address);
}

/** Returns true for a known program. An unnamed one counts as known. */
export function isProgram(request: Request): boolean {
  const agent = request.get('User-Agent');
  return !agent || isbot(agent.slice(0, MAX_AGENT));
}
