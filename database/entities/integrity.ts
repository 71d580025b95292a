import { defineEntity, p } from '@mikro-orm/core';

/** Something that the periodic check of integrity found, and has not found gone since. */
export const IntegrityFindingSchema = defineEntity({
  name: 'IntegrityFinding',
  tableName: 'integrity_findings',
  properties: {
    /** SHA-256 of what was found. */
    id: p.uint8array().columnType('bytea').primary(),
    pass: p.string().columnType('text').$type<'rows' | 'files'>(),
    invariant: p.text(),
    organisationId: p.uuid().nullable(),
    /** The row's id, where it has one. */
    subject: p.text().nullable(),
    message: p.text(),
    /** When it was found last. */
    foundAt: p.datetime(3),
  },
});

/** A pass of the check: over all rows, or over all stored files. */
export const IntegrityPassSchema = defineEntity({
  name: 'IntegrityPass',
  tableName: 'integrity_passes',
  properties: {
    pass: p.string().columnType('text').$type<'rows' | 'files'>().primary(),
    /** The process that runs it, and until when others leave it to that one. */
    holder: p.text(),
    leaseUntil: p.datetime(3),
    completedAt: p.datetime(3).nullable(),
  },
});
