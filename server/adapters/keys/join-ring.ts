import type { ConfiguredKeys } from './configured.ts';
import { ed25519Key, makeKey, pdfKey, secretKey } from './make-keys.ts';
import type { KeyMaterial, Ring } from './ring-key.ts';
import { withSuccessor } from './successors.ts';

/**
 * The ring's keys with the configured ones that it did not know, each the current one of its purpose, and with what the
 * product makes itself: the log's key, and a PDF signing key where none is configured. The same keys where nothing is new.
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
  if (!has(({ purpose }) => purpose === 'log')) join(makeKey('log', { baseUrl, now }));
  joinSecret('pepper', apiKeyPepper);
  // What was encrypted before there was a ring was encrypted with the former secret: it comes first.
  if (previousAuthSecret !== undefined && ring.keys.length === 0) joinSecret('auth', previousAuthSecret);
  joinSecret('auth', authSecret);
  return keys;
}
