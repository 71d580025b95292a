import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { ConfiguredKeys } from './configured.ts';
import { ed25519Key, pdfKey } from './make-keys.ts';
import { keysOf, PURPOSES, type Purpose, type Ring, type RingKey } from './ring-key.ts';
import { chooseKey } from './successors.ts';

/** A key of the ring, with the parts that this process holds. */
export interface HeldKey extends RingKey {
  /** Null for secrets. */
  publicPart: KeyObject | null;
  /** PKCS #8 PEM; null for secrets, and for a key in a file that this process was not given. */
  privatePem: string | null;
  /** Null if `privatePem` is null. */
  privatePart: KeyObject | null;
}

/** Keys of each purpose, the current one first, and the one that this process uses now. `inUse` is null if none is usable. */
export interface HeldKeys {
  ring: Ring;
  of: Readonly<Record<Purpose, readonly HeldKey[]>>;
  inUse: Readonly<Record<Purpose, HeldKey | null>>;
}

const forEachPurpose = <Value>(make: (purpose: Purpose) => Value): Record<Purpose, Value> =>
  Object.fromEntries(PURPOSES.map((purpose) => [purpose, make(purpose)])) as Record<Purpose, Value>;

/** Combines the ring's keys with their private parts, from the ring or from the files that this process was given. */
export function holdKeys(ring: Ring, configured: ConfiguredKeys, now: Date): HeldKeys {
  const files = filesOf(configured);
  const of = forEachPurpose((purpose) =>
    keysOf(ring, purpose).map((key): HeldKey => {
      const privatePem = key.privateKey ?? files.get(key.id) ?? null;
      return {
        ...key,
        publicPart: key.publicKey === null ? null : createPublicKey(key.publicKey),
        privatePem,
        privatePart: privatePem === null ? null : createPrivateKey(privatePem),
      };
    }),
  );
  return { ring, of, inUse: inUseAt(of, now) };
}

/** Returns the same keys as of another time. */
export const atTime = (held: HeldKeys, now: Date): HeldKeys => ({ ...held, inUse: inUseAt(held.of, now) });

const inUseAt = (of: HeldKeys['of'], now: Date): HeldKeys['inUse'] =>
  forEachPurpose((purpose) => chooseKey(of[purpose], now, isAtHand));

const isAtHand = ({ secret, privatePem }: HeldKey): boolean => secret !== null || privatePem !== null;

/** Returns the private keys of the configured files by their ids in the ring. */
function filesOf({ signingKey, pdf }: ConfiguredKeys): Map<string, string> {
  const files = new Map([[ed25519Key('signing', signingKey).id, signingKey]]);
  if (pdf) files.set(pdfKey(pdf.certificatePem).id, pdf.keyPem);
  return files;
}

const VARIABLE = { signing: 'SIGNING_KEY_FILE', pdf: 'PDF_SIGNING_KEY_FILE' } as const;

/** Returns a line for each purpose whose current key is in a file that this process was not given. Empty if nothing is missing. */
export function missingFiles({ of, inUse }: HeldKeys): string {
  const lines = (['signing', 'pdf'] as const).flatMap((purpose) => {
    const [current] = of[purpose];
    if (!current || current.privatePem !== null) return [];
    const used = inUse[purpose];
    const consequence = used
      ? `it signs with ${used.id} until ${used.retiredAt?.toISOString()}`
      : 'it has no other key to sign with';
    return [
      `${VARIABLE[purpose]}: the current key is ${current.id}, whose file this process was not given: ${consequence}; ` +
        `give it that file, or make a new key with keys rotate ${purpose}`,
    ];
  });
  return lines.join('; ');
}
