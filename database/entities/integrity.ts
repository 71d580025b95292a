import { defineEntity, p } from '@mikro-orm/core';

/** A current finding of the periodic integrity check. */
export const IntegrityFindingSchema = defineEntity({
  name: 'IntegrityFinding',
  tableName: 'integrity_findings',
  properties: {
    /** SHA-256 of the finding. */
    id: p.uint8array().columnType('bytea').primary(),
    pass: p.string().columnType('text').$type<'rows' | 'files'>(),
    invariant: p.text(),
    organisationId: p.uuid().nullable(),
    /** Id of the row; null without one. */
    subject: p.text().nullable(),
    message: p.text(),
    /** Time when it was last found. */
    foundAt: p.datetime(3),
  },
});

/** A pass of the check, over all rows or all stored files. */
export const IntegrityPassSchema = defineEntity({
  name: 'IntegrityPass',
  tableName: 'integrity_passes',
  properties: {
    pass: p.string().columnType('text').$type<'rows' | 'files'>().primary(),
    /** Process that runs the pass, and the end of its lease. */
    holder: p.text(),
    leaseUntil: p.datetime(3),
    completedAt: p.datetime(3).nullable(),
  },
});
