import { didBelow } from './addresses.ts';
import type { Trust } from './trust.ts';

/** Returns the present address of a document that was at a former address. */
export interface Moved {
  /** The former address, and the present one. */
  from: string;
  to: string;
  /** The same issuer's DID at the present address. */
  issuer: string;
}

/**
 * Returns where an issuer of a former address is now; null unless the trust lists that address, and at its present one the same issuer. Anybody
 * can list any address: callers must also check the log, and the former host if it answers.
 */
export function movedIssuer(trust: Trust, issuer: string): Moved | null {
  const to = presentOf(trust);
  if (to === null || trust.issuers.includes(issuer)) return null;
  for (const { url: from } of trust.addresses) {
    const rest = after(didBelow(from), ':', issuer);
    const moved = rest !== null && didBelow(to) + rest;
    if (moved && trust.issuers.includes(moved)) return { from, to, issuer: moved };
  }
  return null;
}

/** Returns where a file of a former address is now; null for an address that is not below one of them. */
export function movedAddress(trust: Trust, address: string): string | null {
  const to = presentOf(trust);
  if (to === null) return null;
  for (const { url, isPresent } of trust.addresses) {
    const rest = isPresent ? null : after(url, '/', address);
    if (rest !== null) return to + rest;
  }
  return null;
}

const presentOf = ({ addresses }: Trust): string | null => addresses.find(({ isPresent }) => isPresent)?.url ?? null;

const after = (beginning: string, separator: string, text: string): string | null =>
  text.startsWith(beginning + separator) ? text.slice(beginning.length) : null;
