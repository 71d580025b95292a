import { defineEntity, p } from '@mikro-orm/core';

type Role = 'owner' | 'admin' | 'issuer' | 'viewer';

/** A person's role in an organisation. */
export const MemberSchema = defineEntity({
  name: 'Member',
  tableName: 'members',
  properties: {
    organisationId: p.uuid().primary(),
    userId: p.text().primary(),
    role: p.string().columnType('text').$type<Role>(),
    createdAt: p.datetime(3),
    /** Time when the person got this role. */
    changedAt: p.datetime(3),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

export const InvitationSchema = defineEntity({
  name: 'Invitation',
  tableName: 'invitations',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    email: p.text(),
    role: p.string().columnType('text').$type<Role>(),
    /** SHA-256 of the token in the invitation's link. */
    tokenHash: p.uint8array().columnType('bytea'),
    /** Member who invited the person. The invitation ends with this membership. */
    invitedBy: p.text(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
