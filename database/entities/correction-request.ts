import { defineEntity, p } from '@mikro-orm/core';

/** A correction that a recipient asked for. A certificate has at most one open request. */
export const CorrectionRequestSchema = defineEntity({
  name: 'CorrectionRequest',
  tableName: 'correction_requests',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    certificateId: p.uuid(),
    /** Mailbox of the recipient who asked. */
    mailbox: p.text(),
    /** Revision of the certificate at the time of the request. */
    revision: p.integer(),
    /** Proposed values by name, as JSON. */
    proposed: p.text(),
    message: p.text(),
    status: p.string().columnType('text').$type<'OPEN' | 'ACCEPTED' | 'DECLINED'>(),
    createdAt: p.datetime(3),
    /** Time of the last change of the status. */
    changedAt: p.datetime(3),
    deciderId: p.text().nullable(),
    deciderName: p.text().nullable(),
    /** Answer to the recipient. */
    answer: p.text().nullable(),
    /** Revision that the accepted request led to; null if the certificate was corrected before. */
    correctedRevision: p.integer().nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

export class CorrectionRequest extends CorrectionRequestSchema.class {}
CorrectionRequestSchema.setClass(CorrectionRequest);
