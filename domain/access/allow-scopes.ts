import { z } from 'zod';

export const Scope = z.enum([
  'templates:read',
  'templates:write',
  'certificates:read',
  'certificates:write',
  'certificates:revoke',
  'certificates:import',
  'organisation:read',
  'organisation:write',
  'credits:read',
  'events:read',
  'webhooks:read',
]);
export type Scope = z.infer<typeof Scope>;

/** Write scopes, by the read scope that each includes. */
const INCLUDED_IN: Partial<Record<Scope, Scope>> = {
  'templates:read': 'templates:write',
  'certificates:read': 'certificates:write',
  'organisation:read': 'organisation:write',
};

/** Returns true if scopes or permissions include `needed`. */
export function allows(scopes: readonly string[], needed: string): boolean {
  const including = INCLUDED_IN[needed as Scope];
  return scopes.includes(needed) || (including !== undefined && scopes.includes(including));
}
