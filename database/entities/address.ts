import { defineEntity, p } from '@mikro-orm/core';

/** A time in which the installation had an address. */
export const AddressSchema = defineEntity({
  name: 'Address',
  tableName: 'addresses',
  properties: {
    /** Starts at 1. A gap shows that a row was deleted. */
    number: p.integer().primary().autoincrement(false),
    /** Without a slash at its end. */
    url: p.text(),
    fromAt: p.datetime(3),
    /** Null for the present one. */
    untilAt: p.datetime(3).nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
