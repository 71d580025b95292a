import { defineEntity, p } from '@mikro-orm/core';

const BatchSchema = defineEntity({
  name: 'Batch',
  tableName: 'batches',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    templateId: p.uuid(),
    totalCount: p.integer(),
    /** Those that have ended, well or badly. */
    processedCount: p.integer(),
    failedCount: p.integer(),
    createdAt: p.datetime(3),
    completedAt: p.datetime(3).nullable(),
  },
});

export class Batch extends BatchSchema.class {}
BatchSchema.setClass(Batch);
