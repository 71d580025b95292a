import { defineEntity, p } from '@mikro-orm/core';

export const BatchSchema = defineEntity({
  name: 'Batch',
  tableName: 'batches',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    templateId: p.uuid(),
    totalCount: p.integer(),
    /** Certificates that are rendered or have failed. */
    processedCount: p.integer().default(0),
    failedCount: p.integer().default(0),
    /** Name given by its author, and name of its source file; null for batches from the API. */
    name: p.text().nullable(),
    fileName: p.text().nullable(),
    /** Person who created the batch; null for an API key. */
    authorId: p.text().nullable(),
    /** E-mail address of the person or name of the key, at the time of the request. */
    authorName: p.text().nullable(),
    /** The organisation's own words, which its certificates got, too. */
    tags: p.array<string>().columnType('text[]').default([]),
    /** The batch whose failed certificates it issues again. */
    retryOf: p.uuid().nullable(),
    createdAt: p.datetime(3),
    completedAt: p.datetime(3).nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

export class Batch extends BatchSchema.class {}
BatchSchema.setClass(Batch);

/** Virtual time of an organisation's last queued batch rendering (domain/shared/fair-queue.ts). */
export const RenderTurnSchema = defineEntity({
  name: 'RenderTurn',
  tableName: 'render_turns',
  properties: {
    organisationId: p.uuid().primary(),
    lastTurn: p.bigint('number'),
  },
});
