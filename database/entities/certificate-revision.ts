import { defineEntity, p } from '@mikro-orm/core';

/** A revision of a certificate that is not in force. Its hash still leads to the certificate. */
export const CertificateRevisionSchema = defineEntity({
  name: 'CertificateRevision',
  tableName: 'certificate_revisions',
  properties: {
    organisationId: p.uuid().primary(),
    certificateId: p.uuid().primary(),
    revision: p.integer().primary(),
    verificationHash: p.uint8array().columnType('bytea'),
    /** Correction that replaced it: its author, its reason and the changed fields. */
    actorId: p.text().nullable(),
    actorName: p.text(),
    reason: p.text(),
    changed: p.json<string[]>(),
    createdAt: p.datetime(3),
    /** Former values of the certificate's row in JSON, until the next revision is rendered. */
    former: p.text().nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

export class CertificateRevision extends CertificateRevisionSchema.class {}
CertificateRevisionSchema.setClass(CertificateRevision);
