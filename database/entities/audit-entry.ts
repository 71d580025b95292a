import { defineEntity, p } from '@mikro-orm/core';

/** One change by a person, a key or the operator, written in the transaction that makes it. */
export const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    actorId: p.text(),
    /** The name at that time: people and keys may be deleted later. */
    actorName: p.text(),
    action: p.text(),
    subject: p.text().nullable(),
    createdAt: p.datetime(3),
    /** Its place in the organisation's chain, from 1 on. */
    number: p.bigint('number'),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

/** The end of an organisation's chain of audit entries (domain/audit/chain.ts). */
export const AuditHeadSchema = defineEntity({
  name: 'AuditHead',
  tableName: 'audit_heads',
  properties: {
    organisationId: p.uuid().primary(),
    /** Entries of the chain, and the link of the last one. */
    entries: p.bigint('number'),
    link: p.uint8array().columnType('bytea'),
    /** The same as they were authenticated last. */
    sealedEntries: p.bigint('number'),
    sealedLink: p.uint8array().columnType('bytea'),
    mac: p.uint8array().columnType('bytea'),
  },
});
