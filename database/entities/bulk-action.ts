import { defineEntity, p } from '@mikro-orm/core';

type BulkKind = 'DOWNLOAD' | 'EMAIL' | 'REVOKE' | 'EXPIRY' | 'RENEW' | 'CORRECT';

/** An action on certificates that a person selected together. */
export const BulkActionSchema = defineEntity({
  name: 'BulkAction',
  tableName: 'bulk_actions',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    kind: p.string().columnType('text').$type<BulkKind>(),
    /** Reason of a revocation, a correction or a change of expiry. */
    reason: p.text().nullable(),
    /** New expiry as given: a day, or a time. Null for never, in a renewal for the template's validity, and for other actions. */
    expiresAt: p.text().nullable(),
    /** New expiry of each certificate, in the order of their ids; null if all get the same. */
    expiries: p.array().columnType('text[]').$type<(string | null)[]>().nullable(),
    /** Corrected members of each certificate as JSON, in the order of their ids; null for other actions. */
    corrections: p.array().columnType('text[]').$type<string[]>().nullable(),
    /** True if the recipients are to be e-mailed: the renewed or corrected certificates, or the revocation. */
    sendEmail: p.boolean().default(false),
    /** Certificates selected when the action started, in processing order. */
    certificateIds: p.array().columnType('uuid[]').$type<string[]>(),
    totalCount: p.integer(),
    processedCount: p.integer().default(0),
    /** Processed certificates that the action left unchanged. */
    skippedCount: p.integer().default(0),
    actorId: p.text(),
    actorName: p.text(),
    createdAt: p.datetime(3),
    completedAt: p.datetime(3).nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
