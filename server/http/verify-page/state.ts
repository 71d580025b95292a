import { type CertificateState, VALID } from '../../../domain/certificates/state.ts';
import type { Verification } from '../../../domain/verification/verify.ts';
import type { Words } from './texts.ts';

const TEXTS = { GENERATED: 'valid', REVOKED: 'revoked' } as const satisfies Record<CertificateState, keyof Words>;

/** Returns the page's statement about a certificate's state. */
export function stateOf({ result }: Verification, words: Words) {
  const state = (kind: 'good' | 'bad', [title, text]: Words['valid']) => ({
    kind,
    sign: kind === 'good' ? '✓' : '✕',
    title,
    text,
  });
  if (!result.integrityVerified) return state('bad', words.altered);
  const { status } = result.certificate;
  return state(status === VALID ? 'good' : 'bad', words[TEXTS[status]]);
}
