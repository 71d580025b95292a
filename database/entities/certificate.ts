import { defineEntity, p } from '@mikro-orm/core';

type RenderStatus = 'PENDING' | 'RENDERING' | 'COMPLETED' | 'FAILED';

export const CertificateSchema = defineEntity({
  name: 'Certificate',
  tableName: 'certificates',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    templateOrganisationId: p.uuid(),
    templateId: p.uuid(),
    templateVersion: p.integer(),
    batchId: p.uuid().nullable(),
    externalId: p.text().nullable(),
    recipientName: p.text(),
    recipientEmail: p.text().nullable(),
    variables: p.json<Record<string, string>>(),
    /** SHA-256 of the claims (docs/architecture.md); the nonce makes it impossible to guess. */
    verificationHash: p.uint8array().columnType('bytea'),
    nonce: p.uint8array().columnType('bytea'),
    /** Random part of the files' public addresses. */
    fileToken: p.uint8array().columnType('bytea'),
    createdAt: p.datetime(3),
    renderStatus: p.string().columnType('text').$type<RenderStatus>(),
    pdfDigest: p.uint8array().columnType('bytea').nullable(),
    imageDigest: p.uint8array().columnType('bytea').nullable(),
    sealedAt: p.datetime(3).nullable(),
    seal: p.uint8array().columnType('bytea').nullable(),
    sealKeyId: p.text().nullable(),
    revokedAt: p.datetime(3).nullable(),
    revokedReason: p.text().nullable(),
  },
});

export class Certificate extends CertificateSchema.class {}
CertificateSchema.setClass(Certificate);

/** Calls that verified a certificate: apart from its row, which would otherwise be rewritten by every one. */
export const VerificationCountSchema = defineEntity({
  name: 'VerificationCount',
  tableName: 'verification_counts',
  properties: {
    organisationId: p.uuid().primary(),
    certificateId: p.uuid().primary(),
    hits: p.bigint('number'),
    lastAt: p.datetime(3),
  },
});
