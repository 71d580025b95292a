import { z } from 'zod';
import { Scope } from './scopes.ts';

/** The role with the most permissions first. */
export const Role = z.enum(['owner', 'admin', 'issuer', 'viewer']);
export type Role = z.infer<typeof Role>;

/** What a caller may do: a key has some of the scopes, a person in the dashboard what the role gives, which may be more. */
export const Permission = z.enum([
  ...Scope.options,
  'api-keys:manage',
  'webhooks:manage',
  'members:manage',
  'audit:read',
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
  'organisation:write',
  'templates:write',
  'api-keys:manage',
  'webhooks:manage',
  'members:manage',
  'audit:read',
];

/** Owners may do what admins may; only owners make, change and remove owners. */
export const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ADMIN,
  admin: ADMIN,
  issuer: ISSUER,
  viewer: VIEWER,
};

/** Whether somebody with a role may invite to another, give it and take it away. */
export const mayGive = (own: Role, role: Role): boolean =>
  PERMISSIONS[own].includes('members:manage') && (role !== 'owner' || own === 'owner');

/** The one of two roles that has more permissions. */
export const higherRole = (one: Role, other: Role): Role =>
  Role.options.indexOf(one) < Role.options.indexOf(other) ? one : other;
