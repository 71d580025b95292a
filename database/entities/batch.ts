import { defineEntity, p } from '@mikro-orm/core';

export const BatchSchema = defineEntity({
  name: 'Batch',
  tableName: 'batches',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    templateId: p.uuid(),
    totalCount: p.integer(),
    /** Those that have ended, well or badly. */
    processedCount: p.integer().default(0),
    failedCount: p.integer().default(0),
    createdAt: p.datetime(3),
    completedAt: p.datetime(3).nullable(),
  },
});

export class Batch extends BatchSchema.class {}
BatchSchema.setClass(Batch);

/** The virtual time of an organisation's last queued batch rendering (domain/issuing/fair-queue.ts). */
export const RenderTurnSchema = defineEntity({
  name: 'RenderTurn',
  tableName: 'render_turns',
  properties: {
    organisationId: p.uuid().primary(),
    lastTurn: p.bigint('number'),
  },
});
