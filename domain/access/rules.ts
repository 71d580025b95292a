import { z } from 'zod';
import { Scope } from './allow-scopes.ts';

/** Roles, from most to fewest permissions. */
export const Role = z.enum(['owner', 'admin', 'issuer', 'viewer']);
export type Role = z.infer<typeof Role>;

/** Permissions of callers. A key has some of the scopes. A role can also give permissions that no scope gives. */
export const Permission = z.enum([
  ...Scope.options,
  'api-keys:manage',
  'webhooks:manage',
  'members:manage',
  'audit:read',
  'mail-server:manage',
]);
export type Permission = z.infer<typeof Permission>;

const VIEWER: readonly Permission[] = [
  'templates:read',
  'certificates:read',
  'organisation:read',
  'credits:read',
  'events:read',
];
const ISSUER: readonly Permission[] = [...VIEWER, 'certificates:write'];
const ADMIN: readonly Permission[] = [
  ...ISSUER,
  'certificates:revoke',
  'certificates:import',
  'organisation:write',
  'templates:write',
  'api-keys:manage',
  'webhooks:read',
  'webhooks:manage',
  'members:manage',
  'audit:read',
];

/** Mails can be redirected with its permission, so only owners have it. */
const OWNER: readonly Permission[] = [...ADMIN, 'mail-server:manage'];

/** Permissions by role. Only owners can add, change and remove owners. */
export const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: OWNER,
  admin: ADMIN,
  issuer: ISSUER,
  viewer: VIEWER,
};

/** Returns true if a member with role `own` can invite people to `role`, grant it and remove it. */
export const mayGive = (own: Role, role: Role): boolean =>
  PERMISSIONS[own].includes('members:manage') && (role !== 'owner' || own === 'owner');

/** Returns the role with more permissions. */
export const higherRole = (one: Role, other: Role): Role =>
  Role.options.indexOf(one) < Role.options.indexOf(other) ? one : other;
