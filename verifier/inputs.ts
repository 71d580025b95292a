import { Unchecked } from './check.ts';
import type { Trust } from './trust.ts';
import type { Web } from './web.ts';

/** Inputs of a check. */
export interface Inputs {
  /** Null without a trust, in which case signers cannot be identified. */
  trust: Trust | null;
  /** Address from which the trust was fetched without verification; null if the caller supplied it. */
  foundAt: string | null;
  web: Web;
  /** Previously saved checkpoint of the log. */
  head: string | null;
  now: Date;
}

export function requireTrust({ trust }: Inputs): Trust {
  if (!trust) throw new Unchecked('noTrust');
  return trust;
}
