import type { Outputs } from '../../lib/session.ts';

export type ApiKey = Outputs['apiKeys']['list']['apiKeys'][number];

export type KeyState = 'ACTIVE' | 'EXPIRED' | 'REVOKED';

export function stateOf({ revokedAt, expiresAt }: ApiKey): KeyState {
  if (revokedAt) return 'REVOKED';
  return expiresAt && new Date(expiresAt) <= new Date() ? 'EXPIRED' : 'ACTIVE';
}
