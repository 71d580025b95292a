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
    /** What its maker calls it, and the file that it was made of; null where it came through the API. */
    name: p.text().nullable(),
    fileName: p.text().nullable(),
    /** The person who made it; null for an API key. */
    authorId: p.text().nullable(),
    /** That person's e-mail address, or the key's name, as it was then. */
    authorName: p.text().nullable(),
    createdAt: p.datetime(3),
    completedAt: p.datetime(3).nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

export class Batch extends BatchSchema.class {}
BatchSchema.setClass(Batch);

/** The place of an organisation's last queued batch rendering among those of all organisations (domain/shared/fair-queue.ts). */
export const RenderTurnSchema = defineEntity({
  name: 'RenderTurn',
  tableName: 'render_turns',
  properties: {
    organisationId: p.uuid().primary(),
    lastTurn: p.bigint('number'),
  },
});
