import type { Peppers } from '../../../domain/services/signing.ts';
import type { HeldKey } from './held-keys.ts';
import type { KeyRing } from './key-ring.ts';

/** The peppers of API keys. */
export function makePeppers(ring: KeyRing): Peppers {
  return {
    get current() {
      return secretsOf(ring, 'pepper')[0];
    },
    get others() {
      return secretsOf(ring, 'pepper').slice(1);
    },
  };
}

/** The secrets that sign sessions: the one in use first, then those that are accepted. */
export const authSecretsOf = (ring: KeyRing): [string, ...string[]] => secretsOf(ring, 'auth');

/** The secret in use and the others, but for those that are distrusted. */
function secretsOf({ held }: KeyRing, purpose: 'auth' | 'pepper'): [string, ...string[]] {
  const inUse = held.inUse[purpose];
  if (!inUse) throw new Error(`the ring has no key for ${purpose}`);
  const others = held.of[purpose].filter(({ id, distrustedFrom }) => id !== inUse.id && distrustedFrom === null);
  return [secretOf(inUse), ...others.map(secretOf)];
}

function secretOf({ id, secret }: HeldKey): string {
  if (secret === null) throw new Error(`key ${id} has no value`);
  return secret;
}
