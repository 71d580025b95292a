import { defineEntity, p } from '@mikro-orm/core';

/** How many places an organisation's status lists have given away, and what their order is derived from. */
export const StatusListSchema = defineEntity({
  name: 'StatusList',
  tableName: 'status_lists',
  properties: {
    organisationId: p.uuid().primary(),
    /** The next certificate's number. */
    next: p.bigint('number'),
    /** 32 random bytes: without them nobody can tell from a place when a certificate was issued. */
    secret: p.uint8array().columnType('bytea'),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
