import { createHmac, timingSafeEqual } from 'node:crypto';

/** Value signed by better-auth, URI-encoded as in the header: the value, a dot, and its HMAC-SHA-256 in base64. */
const SIGNED = /^(.+)\.([A-Za-z0-9+/]{43}=)$/s;

/**
 * Signs the cookies of a Cookie header again with the current secret, if a former secret signed them. better-auth verifies with one secret,
 * and sessions can outlast it. Cookies without a valid signature stay unchanged.
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

/** Returns the token of a session cookie that is signed with one of the secrets. */
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
