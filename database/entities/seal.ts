import { defineEntity, p } from '@mikro-orm/core';

/** A signed statement about a certificate: number 0 seals its files, each later one is a change of its status. */
export const SealSchema = defineEntity({
  name: 'Seal',
  tableName: 'seals',
  properties: {
    organisationId: p.uuid().primary(),
    certificateId: p.uuid().primary(),
    number: p.integer().primary(),
    /** Canonical JSON (RFC 8785): the text that was signed (domain/seals/statements.ts). */
    statement: p.text(),
    signature: p.uint8array().columnType('bytea'),
    keyId: p.text(),
    createdAt: p.datetime(3),
    /** Its place in the transparency log, and the time that its entry there has; null until it is there. */
    logIndex: p.bigint('number').nullable(),
    loggedAt: p.datetime(3).nullable(),
  },
});
