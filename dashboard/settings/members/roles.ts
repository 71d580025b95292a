import type { Outputs } from '../../lib/session.ts';

export type Member = Outputs['members']['list']['members'][number];
export type Role = Member['role'];

/** Roles with their permissions, the most powerful first. */
export const ROLES: { role: Role; label: string; about: string }[] = [
  { role: 'owner', label: 'Owner', about: 'Everything an admin can do, plus adding, changing and removing owners.' },
  {
    role: 'admin',
    label: 'Admin',
    about: 'Issues and revokes certificates, designs templates, and manages these settings and the other members.',
  },
  {
    role: 'issuer',
    label: 'Issuer',
    about: 'Issues certificates and batches. Can’t revoke certificates or change settings.',
  },
  {
    role: 'viewer',
    label: 'Viewer',
    about: 'Can view templates, certificates, batches and credits. Can’t make changes.',
  },
];

export const labelOf = (role: Role): string => ROLES.find((one) => one.role === role)?.label ?? role;

/** Only owners can assign the role of owner. */
export const rolesFor = (own: string) => ROLES.filter(({ role }) => own === 'owner' || role !== 'owner');
