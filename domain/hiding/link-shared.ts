import { timingSafeEqual } from 'node:crypto';
import type { Services } from '../context.ts';

interface Link {
  organisationId: string;
  id: string;
  keyId: Uint8Array;
}

/** Length of the id of a link in an address, in base64url. The rest is the token. */
const ID_LENGTH = 22;
const TOKEN_LENGTH = 22;

/** Returns the address of a link below an address of the installation. */
export const shareUrl = (services: Pick<Services, 'authenticator'>, link: Link, address: string): string =>
  `${address}/share/${Buffer.from(link.id.replaceAll('-', ''), 'hex').toString('base64url')}${tokenOf(services, link)}`;

/** Returns the id and the token in an address; null for any other text. */
export function parseShareCode(code: string): { id: string; token: string } | null {
  if (!/^[\w-]{44}$/.test(code)) return null;
  const hex = Buffer.from(code.slice(0, ID_LENGTH), 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { id, token: code.slice(ID_LENGTH) };
}

/** Returns true for the token of a link. */
export function hasToken(services: Pick<Services, 'authenticator'>, link: Link, token: string): boolean {
  const expected = services.authenticator.holds(link.keyId) ? tokenOf(services, link) : '';
  return (
    token.length === TOKEN_LENGTH &&
    expected.length === TOKEN_LENGTH &&
    timingSafeEqual(Buffer.from(token), Buffer.from(expected))
  );
}

const tokenOf = ({ authenticator }: Pick<Services, 'authenticator'>, { organisationId, id, keyId }: Link): string =>
  authenticator.derive(keyId, `share ${organisationId} ${id}`).toString('base64url');
