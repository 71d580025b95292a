import { type CertificateState, VALID } from '../../../domain/certificates/state.ts';
import type { Verification } from '../../../domain/verification/show.ts';
import type { Messages } from './compiled-messages/load.ts';

/** The page's statement about a certificate's state. */
export interface ShownState {
  kind: 'good' | 'bad';
  sign: string;
  title: string;
  text: string;
  /** Word across the picture. A certificate with one has no links to share it or to its files. */
  mark: string | null;
}

const TEXTS = { EXPIRED: 'expired', REVOKED: 'revoked' } as const satisfies Record<
  Exclude<CertificateState, typeof VALID>,
  keyof Messages
>;

/** Returns the page's statement about a certificate's state. */
export function stateOf({ result }: Verification, messages: Messages): ShownState {
  const bad = (texts: Messages['revoked']): ShownState => ({ kind: 'bad', sign: '✕', ...texts });
  if (!result.integrityVerified) return bad(messages.altered);
  if (result.test) return bad(messages.test);
  const { status } = result.certificate;
  const imported = result.certificate.imported ? messages.imported : null;
  if (status === 'EXPIRED' && imported) return bad({ ...messages.expired, text: imported.expired });
  if (status !== VALID) return bad(messages[TEXTS[status]]);
  return { kind: 'good', sign: '✓', ...messages.valid, ...(imported && { text: imported.valid }), mark: null };
}
