import { defineEntity, p } from '@mikro-orm/core';

/** A signed statement about a certificate. Number 0 seals its files; each later one changes its status. */
export const SealSchema = defineEntity({
  name: 'Seal',
  tableName: 'seals',
  properties: {
    organisationId: p.uuid().primary(),
    certificateId: p.uuid().primary(),
    number: p.integer().primary(),
    /** Signed text in canonical JSON (RFC 8785; domain/seals/parse-statement.ts). */
    statement: p.text(),
    signature: p.uint8array().columnType('bytea'),
    keyId: p.text(),
    createdAt: p.datetime(3),
    /** Index and time of the entry in the transparency log; null before it is logged. */
    logIndex: p.bigint('number').nullable(),
    loggedAt: p.datetime(3).nullable(),
  },
});
