import { didBelow } from './addresses.ts';
import type { Trust } from './trust.ts';

/** Document that has moved from a former to the present address. */
export interface Moved {
  /** Former and present address. */
  from: string;
  to: string;
  /** The same issuer's DID at the present address. */
  issuer: string;
}

/**
 * Returns the present location of an issuer at a former address. Returns null unless the trust lists that address, and the same issuer at
 * its present one. Anyone can list any address, so callers must also check the log, and the former host if it answers.
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

/** Returns the present address of a file at a former address; null if it is not below one of them. */
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
