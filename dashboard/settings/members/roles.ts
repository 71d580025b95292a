import { t } from '@lingui/core/macro';
import type { Outputs } from '../../lib/session.ts';

export type Member = Outputs['members']['list']['members'][number];
export type Role = Member['role'];

/** Roles with their permissions, the most powerful first. */
export const ROLES: { role: Role; label: string; about: string }[] = [
  { role: 'owner', label: t`Owner`, about: t`Everything an admin can do, plus adding, changing and removing owners.` },
  {
    role: 'admin',
    label: t`Admin`,
    about: t`Issues and revokes certificates, designs templates, and manages these settings and the other members.`,
  },
  {
    role: 'issuer',
    label: t`Issuer`,
    about: t`Issues certificates and batches. Can’t revoke certificates or change settings.`,
  },
  {
    role: 'viewer',
    label: t`Viewer`,
    about: t`Can view templates, certificates, batches and credits. Can’t make changes.`,
  },
];

/** Messages about a member's new role. */
export const NEW_ROLE: Record<Role, (name: string) => string> = {
  owner: (name) => t`${name} is now owner.`,
  admin: (name) => t`${name} is now admin.`,
  issuer: (name) => t`${name} is now issuer.`,
  viewer: (name) => t`${name} is now viewer.`,
};

/** Questions whether users want another role themselves. */
export const OWN_NEW_ROLE: Record<Role, string> = {
  owner: t`Become owner yourself?`,
  admin: t`Become admin yourself?`,
  issuer: t`Become issuer yourself?`,
  viewer: t`Become viewer yourself?`,
};

export const labelOf = (role: Role): string => ROLES.find((one) => one.role === role)?.label ?? role;

/** Only owners can assign the role of owner. */
export const rolesFor = (own: string) => ROLES.filter(({ role }) => own === 'owner' || role !== 'owner');
