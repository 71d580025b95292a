import type { Request } from 'express';

/**
 * Returns false for a request that a browser made for a page of another origin. Browsers send one of these headers with every form. A
 * request without both comes from a program, which has no cookies of a person.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.get('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.get('Origin');
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host);
}
