import { defineEntity, p } from '@mikro-orm/core';

export const OrganisationSchema = defineEntity({
  name: 'Organisation',
  tableName: 'organisations',
  properties: {
    id: p.uuid().primary(),
    organizationName: p.text().nullable(),
    /** Folded forms of the name, for comparison with other names (domain/organisations/assert-name-free.ts). */
    nameKeys: p.array<string>().columnType('text[]').default([]),
    /** Address of a logo on another site; null for an uploaded logo. */
    logoUrl: p.text().nullable(),
    /** Random part of the address of an uploaded logo. */
    logoToken: p.uint8array().columnType('bytea').nullable(),
    brandColor: p.text().nullable(),
    websiteUrl: p.text().nullable(),
    emailSenderName: p.text().nullable(),
    emailSubject: p.text().nullable(),
    emailIntroMessage: p.text().nullable(),
    emailSignature: p.text().nullable(),
    replyTo: p.text().nullable(),
    /** Sender of mails, and address of copies. Each is used only after its mailbox has confirmed it. */
    senderAddress: p.text().nullable(),
    senderAskedAt: p.datetime(3).nullable(),
    senderConfirmed: p.boolean().default(false),
    emailBcc: p.text().nullable(),
    bccAskedAt: p.datetime(3).nullable(),
    bccConfirmed: p.boolean().default(false),
    /** Own mail server. The password is encrypted rather than hashed, because the server asks for it. */
    smtpHost: p.text().nullable(),
    smtpPort: p.integer().nullable(),
    smtpUsername: p.text().nullable(),
    smtpPassword: p.uint8array().columnType('bytea').nullable(),
    /** Texts of the mails that remind of expiries. */
    reminderSubject: p.text().nullable(),
    reminderMessage: p.text().nullable(),
    /** IANA name; null for UTC. */
    timeZone: p.text().nullable(),
    createdAt: p.datetime(3),
    /** Time of the last change, which its audit entry has too. */
    changedAt: p.datetime(3),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

/** A tenant. The rows of all other tables belong to one, whose id comes first in their keys. */
export class Organisation extends OrganisationSchema.class {}
OrganisationSchema.setClass(Organisation);
