import type { IncomingHttpHeaders } from 'node:http';

/** Returns the value of a cookie in a request's headers; null without it. */
export function cookieValue(headers: IncomingHttpHeaders, name: string): string | null {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}
