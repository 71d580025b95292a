import type { Outputs } from '../../lib/session.ts';

export type ApiKey = Outputs['apiKeys']['list']['apiKeys'][number];

export type KeyState = 'Active' | 'Expired' | 'Revoked';

export function stateOf({ revokedAt, expiresAt }: ApiKey): KeyState {
  if (revokedAt) return 'Revoked';
  return expiresAt && new Date(expiresAt) <= new Date() ? 'Expired' : 'Active';
}
