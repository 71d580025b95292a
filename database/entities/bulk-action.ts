import { defineEntity, p } from '@mikro-orm/core';

type BulkKind = 'DOWNLOAD' | 'EMAIL' | 'REVOKE';

/** Certificates that a person chose together, and what is done with each of them. */
export const BulkActionSchema = defineEntity({
  name: 'BulkAction',
  tableName: 'bulk_actions',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    kind: p.string().columnType('text').$type<BulkKind>(),
    /** Of a revocation. */
    reason: p.text().nullable(),
    /** As they were when the action began, in the order in which they are processed. */
    certificateIds: p.array().columnType('uuid[]').$type<string[]>(),
    totalCount: p.integer(),
    processedCount: p.integer().default(0),
    /** Of those processed: where nothing was to be done, or nothing could be. */
    skippedCount: p.integer().default(0),
    actorId: p.text(),
    actorName: p.text(),
    createdAt: p.datetime(3),
    completedAt: p.datetime(3).nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
