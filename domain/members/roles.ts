import { z } from 'zod';
import type { Scope } from '../api-keys/scopes.ts';

export const Role = z.enum(['owner', 'admin', 'issuer', 'viewer']);
export type Role = z.infer<typeof Role>;

/** What a caller may do: a key has some of the scopes, a person in the dashboard what the role gives, which may be more. */
export type Permission = Scope | 'api-keys:manage' | 'webhooks:manage';

const VIEWER: readonly Permission[] = ['templates:read', 'certificates:read', 'organisation:read', 'credits:read'];
const ISSUER: readonly Permission[] = [...VIEWER, 'certificates:write'];
const ADMIN: readonly Permission[] = [
  ...ISSUER,
  'certificates:revoke',
  'organisation:write',
  'api-keys:manage',
  'webhooks:manage',
];

export const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ADMIN,
  admin: ADMIN,
  issuer: ISSUER,
  viewer: VIEWER,
};
