import { Unchecked } from './check.ts';
import type { Trust } from './trust.ts';
import type { Web } from './web.ts';

/** What a certificate is checked with. */
export interface Means {
  /** Null where there is none: then nobody's signature can be told from another's. */
  trust: Trust | null;
  /** The address where the trust was found by asking, which nothing vouches for; null where it was given. */
  foundAt: string | null;
  web: Web;
  /** A checkpoint of the log that was kept elsewhere. */
  head: string | null;
  now: Date;
}

export function requireTrust({ trust }: Means): Trust {
  if (!trust) throw new Unchecked('noTrust');
  return trust;
}
