import { defineEntity, p } from '@mikro-orm/core';

/** A member's filter of the list of certificates. */
export const SavedFilterSchema = defineEntity({
  name: 'SavedFilter',
  tableName: 'saved_filters',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.text(),
    name: p.text(),
    /** Parameters of the list. */
    filter: p.json<Record<string, string>>(),
    /** True if all members see it. */
    isShared: p.boolean(),
    savedAt: p.datetime(3),
  },
});
