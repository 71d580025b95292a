import type { ConfiguredKeys } from './configured.ts';
import { ed25519Key, makeKey, pdfKey, secretKey } from './make-keys.ts';
import type { KeyMaterial, Ring } from './ring-key.ts';
import { withSuccessor } from './successors.ts';

/**
 * Adds configured keys that the ring does not know, each as the current one of its purpose. Also adds keys that the product creates: the
 * log's key, those of sandboxes, and a PDF signing key if none is configured. Returns the same array if nothing is new.
 */
export function joinRing(
  ring: Ring,
  configured: ConfiguredKeys,
  { baseUrl, now }: { baseUrl: string; now: Date },
): Ring['keys'] {
  const { signingKey, pdf, apiKeyPepper, authSecret, previousAuthSecret } = configured;
  const has = (is: (key: KeyMaterial) => boolean) => keys.some(is);
  let keys = ring.keys;
  const join = (material: KeyMaterial) => {
    keys = withSuccessor(keys, material, now);
  };
  const joinPublic = (material: KeyMaterial) => {
    if (!has(({ purpose, id }) => purpose === material.purpose && id === material.id)) join(material);
  };
  const joinSecret = (purpose: 'auth' | 'pepper', value: string) => {
    if (!has((key) => key.purpose === purpose && key.secret === value)) join(secretKey(purpose, value));
  };
  joinPublic(ed25519Key('signing', signingKey));
  if (pdf) joinPublic(pdfKey(pdf.certificatePem));
  else if (!has(({ purpose }) => purpose === 'pdf')) join(makeKey('pdf', { baseUrl, now }));
  for (const made of ['log', 'test', 'test-pdf'] as const)
    if (!has(({ purpose }) => purpose === made)) join(makeKey(made, { baseUrl, now }));
  joinSecret('pepper', apiKeyPepper);
  // Values encrypted before the first ring used the former secret, so it comes first.
  if (previousAuthSecret !== undefined && ring.keys.length === 0) joinSecret('auth', previousAuthSecret);
  joinSecret('auth', authSecret);
  return keys;
}
