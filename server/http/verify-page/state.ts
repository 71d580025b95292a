import type { Verification } from '../../../domain/verification/verify.ts';
import type { Words } from './texts.ts';

/** Whether a certificate is valid, as a reader is told. */
export function stateOf({ result }: Verification, words: Words) {
  const state = (kind: 'good' | 'bad', [title, text]: Words['valid']) => ({
    kind,
    sign: kind === 'good' ? '✓' : '✕',
    title,
    text,
  });
  if (!result.integrityVerified) return state('bad', words.altered);
  return result.certificate.revokedAt ? state('bad', words.revoked) : state('good', words.valid);
}
