import type { Request } from 'express';
import { SESSION_MS } from '../../../domain/my/rules.ts';
import { cookieValue } from '../cookie-value.ts';

const TOKEN = /^[\w-]{43}$/;

/** Returns the cookie's name. A browser accepts one with this prefix only from this exact host, over HTTPS and for all of its paths. */
const nameOf = (address: string): string => `${address.startsWith('https:') ? '__Host-' : ''}laurel.my`;

/** Returns the token of the recipient's session in a request to the installation's address; null without one. */
export function sessionTokenOf({ headers }: Request, address: string): string | null {
  const value = cookieValue(headers, nameOf(address));
  return value !== null && TOKEN.test(value) ? value : null;
}

/** Returns the header that keeps the token of a session, or ends the cookie without a token. */
export function sessionCookie(token: string | null, address: string): string {
  const age = token === null ? 0 : SESSION_MS / 1000;
  const secure = address.startsWith('https:') ? '; Secure' : '';
  return `${nameOf(address)}=${token ?? ''}; Max-Age=${age}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
