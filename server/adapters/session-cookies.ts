import { createHmac, timingSafeEqual } from 'node:crypto';

/** A value that better-auth has signed, URI-encoded as it is in the header: the value, a point, the base64 of its HMAC-SHA-256. */
const SIGNED = /^(.+)\.([A-Za-z0-9+/]{43}=)$/s;

/**
 * A Cookie header with the cookies that a former secret has signed signed by the current one: better-auth verifies with one
 * secret, and sessions last longer than that is the current one. Whatever none of the secrets has signed stays as it is.
 */
export function signedByCurrent(header: string, [current, ...former]: readonly [string, ...string[]]): string {
  if (former.length === 0) return header;
  return header
    .split(';')
    .map((cookie) => {
      const at = cookie.indexOf('=');
      const signed = at < 0 ? null : SIGNED.exec(decoded(cookie.slice(at + 1).trim()));
      const [, value = '', signature = ''] = signed ?? [];
      if (!signed || !former.some((secret) => isEqual(signature, hmac(value, secret)))) return cookie;
      return `${cookie.slice(0, at)}=${encodeURIComponent(`${value}.${hmac(value, current)}`)}`;
    })
    .join(';');
}

/** Returns the token of a session cookie that one of the secrets has signed. */
export function sessionToken(header: string, secrets: readonly string[]): string | null {
  for (const cookie of header.split(';')) {
    const at = cookie.indexOf('=');
    if (!cookie.slice(0, Math.max(at, 0)).trim().endsWith('session_token')) continue;
    const [, value = '', signature = ''] = SIGNED.exec(decoded(cookie.slice(at + 1).trim())) ?? [];
    if (value !== '' && secrets.some((secret) => isEqual(signature, hmac(value, secret)))) return value;
  }
  return null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

const hmac = (value: string, secret: string): string => createHmac('sha256', secret).update(value).digest('base64');

const isEqual = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));
