import type { Peppers } from '../../../domain/ports/signing.ts';
import type { HeldKey } from './held-keys.ts';
import type { KeyRing } from './key-ring.ts';

/** Returns the peppers of API keys. */
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

/** Returns the secrets that sign sessions: the current one, then accepted former ones. */
export const authSecretsOf = (ring: KeyRing): [string, ...string[]] => secretsOf(ring, 'auth');

/** Returns the current secret, then the former ones that are not distrusted. */
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
