import { defineEntity, p } from '@mikro-orm/core';

/** An address of the installation during a period. */
export const AddressSchema = defineEntity({
  name: 'Address',
  tableName: 'addresses',
  properties: {
    /** Starts at 1. A gap shows that a row was deleted. */
    number: p.integer().primary().autoincrement(false),
    /** URL without a trailing slash. */
    url: p.text(),
    fromAt: p.datetime(3),
    /** Null for the current address. */
    untilAt: p.datetime(3).nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
