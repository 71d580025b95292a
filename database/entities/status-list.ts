import { defineEntity, p } from '@mikro-orm/core';

/** Used places of an organisation's status lists, and the secret from which their order is derived. */
export const StatusListSchema = defineEntity({
  name: 'StatusList',
  tableName: 'status_lists',
  properties: {
    organisationId: p.uuid().primary(),
    /** Number of the next certificate. */
    next: p.bigint('number'),
    /** 32 random bytes, without which a place does not reveal when a certificate was issued. */
    secret: p.uint8array().columnType('bytea'),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
