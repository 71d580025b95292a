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
  },
});
