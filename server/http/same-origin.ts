import type { Request } from 'express';

/**
 * Returns false for a request that a browser made for a page of another origin. Browsers send one of these headers with every form. A
 * request without both comes from a program, which has no cookies of a person. A proxy can hide the host, so that of the installation
 * counts, too.
 */
export function isSameOrigin(request: Request, address: string): boolean {
  const site = request.get('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.get('Origin');
  if (origin === undefined) return true;
  const hosts = [request.host, new URL(address).host];
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
