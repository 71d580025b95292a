import { createHmac, timingSafeEqual } from 'node:crypto';
import { randomToken } from '../../domain/shared/crypto.ts';
import { AUTH_PATH } from './better-auth.ts';

/**
 * Cookies that show that a browser signed in to an account before, or reset its password (OWASP's device cookies). Each account has one,
 * named after it. A cookie grants no access: it only gives the browser a separate count of failed sign-ins.
 */
const YEAR_S = 365 * 24 * 60 * 60;
const COOKIE = /(?:^|;\s*)laurel\.device\.([0-9a-f]{16})=([\w-]{22})\.([\w-]{43})(?=;|$)/g;

const nameOf = (account: string): string => account.slice(0, 16);

/** Returns the device's random id if a Cookie header has the account's cookie, signed with one of the secrets. */
export function deviceOf(header: string, account: string, secrets: readonly string[]): string | null {
  for (const [, name, id = '', signature = ''] of header.matchAll(COOKIE)) {
    if (name === nameOf(account) && secrets.some((secret) => isEqual(signature, sign(account, id, secret)))) return id;
  }
  return null;
}

/** Returns a Set-Cookie value with a new device's cookie. */
export function newDevice(
  account: string,
  { secrets, isSecure }: { secrets(): readonly [string, ...string[]]; isSecure: boolean },
): string {
  const id = randomToken(16).toString('base64url');
  const value = `${id}.${sign(account, id, secrets()[0])}`;
  const attributes = `Max-Age=${YEAR_S}; Path=${AUTH_PATH}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return `laurel.device.${nameOf(account)}=${value}; ${attributes}`;
}

const sign = (account: string, id: string, secret: string): string =>
  createHmac('sha256', secret).update(`device ${account} ${id}`).digest('base64url');

const isEqual = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));
