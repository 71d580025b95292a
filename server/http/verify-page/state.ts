import { type CertificateState, VALID } from '../../../domain/certificates/state.ts';
import type { Verification } from '../../../domain/verification/verify.ts';
import type { Messages } from './compiled-messages/load.ts';

const TEXTS = { GENERATED: 'valid', EXPIRED: 'expired', REVOKED: 'revoked' } as const satisfies Record<
  CertificateState,
  keyof Messages
>;

/** Returns the page's statement about a certificate's state. */
export function stateOf({ result }: Verification, messages: Messages) {
  const state = (kind: 'good' | 'bad', { title, text }: Messages['valid']) => ({
    kind,
    sign: kind === 'good' ? '✓' : '✕',
    title,
    text,
  });
  if (!result.integrityVerified) return state('bad', messages.altered);
  const { status } = result.certificate;
  return state(status === VALID ? 'good' : 'bad', messages[TEXTS[status]]);
}
