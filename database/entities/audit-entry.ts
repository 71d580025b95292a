import { defineEntity, p } from '@mikro-orm/core';

/** A change by a person, a key or the operator, recorded in its own transaction. */
export const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    actorId: p.text(),
    /** Name at the time of the action. People and keys can be deleted later. */
    actorName: p.text(),
    action: p.text(),
    subject: p.text().nullable(),
    /** Changed fields as JSON, with their values before and after; null if the action has none. */
    changes: p.text().nullable(),
    /** Bulk action of which the change is a part; null without one. */
    bulkActionId: p.uuid().nullable(),
    createdAt: p.datetime(3),
    /** Position in the organisation's chain, starting at 1. */
    number: p.bigint('number'),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

/** Head of an organisation's chain of audit entries (domain/audit/link-chain.ts). */
export const AuditHeadSchema = defineEntity({
  name: 'AuditHead',
  tableName: 'audit_heads',
  properties: {
    organisationId: p.uuid().primary(),
    /** Number of entries in the chain, and the link of the last one. */
    entries: p.bigint('number'),
    link: p.uint8array().columnType('bytea'),
    /** The last authenticated values. */
    sealedEntries: p.bigint('number'),
    sealedLink: p.uint8array().columnType('bytea'),
    mac: p.uint8array().columnType('bytea'),
  },
});
