import { defineEntity, p } from '@mikro-orm/core';

/** Due time of a certificate that expires, and its notices so far. A trigger adds it with the certificate (docs/database.md). */
export const ExpirySchema = defineEntity({
  name: 'Expiry',
  tableName: 'expiries',
  properties: {
    organisationId: p.uuid().primary(),
    certificateId: p.uuid().primary(),
    /** Time of the next look; null if nothing follows. */
    dueAt: p.datetime(3).nullable(),
    /** True after the notices were postponed, because too many were due at once. */
    isPostponed: p.boolean().default(false),
    /** Expiries (ISO 8601) that `certificate.expiring` and `certificate.expired` were recorded for. */
    expiringFor: p.array<string>().columnType('text[]').default([]),
    expiredFor: p.array<string>().columnType('text[]').default([]),
    /** Expiry of the last reminder, its days before, and its mail. */
    remindedFor: p.datetime(3).nullable(),
    remindedDays: p.integer().nullable(),
    emailId: p.uuid().nullable(),
    /** Time of the last reminder for the digest of the organisation's members. */
    digestAt: p.datetime(3).nullable(),
    /** Authenticates the notices (domain/shared/authentic-rows.ts); null before the first one. */
    mac: p.uint8array().columnType('bytea').nullable(),
  },
});

/** A member who wants the digest of expiring certificates. */
export const DigestReaderSchema = defineEntity({
  name: 'DigestReader',
  tableName: 'digest_readers',
  properties: {
    organisationId: p.uuid().primary(),
    userId: p.text().primary(),
    createdAt: p.datetime(3),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

/** A recipient who wants no reminders of an organisation. */
export const ReminderStopSchema = defineEntity({
  name: 'ReminderStop',
  tableName: 'reminder_stops',
  properties: {
    organisationId: p.uuid().primary(),
    recipientId: p.uuid().primary(),
    createdAt: p.datetime(3),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
