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
    /** The template's and the organisation's name when it was issued; null where there was none. */
    templateName: p.text(),
    issuerName: p.text().nullable(),
    batchId: p.uuid().nullable(),
    externalId: p.text().nullable(),
    /** The address that is printed on it and that its issuer's DID has: the public one when it was issued. */
    address: p.text(),
    recipientName: p.text(),
    /** Current address for mails: as given at the issue, or as changed since. */
    recipientEmail: p.text().nullable(),
    /** Made of the organisation and the mailbox of the address (domain/recipients/recipient.ts). */
    recipientId: p.uuid().nullable(),
    /** Salted SHA-256 of the mailbox that it was issued with. */
    recipientDigest: p.uint8array().columnType('bytea').nullable(),
    variables: p.json<Record<string, string>>(),
    /** SHA-256 of the claims (docs/architecture.md); the nonce makes it impossible to guess. */
    verificationHash: p.uint8array().columnType('bytea'),
    nonce: p.uint8array().columnType('bytea'),
    /** Id of the key that the random-looking part of the files' public addresses is derived with. */
    fileKey: p.uint8array().columnType('bytea'),
    createdAt: p.datetime(3),
    renderStatus: p.string().columnType('text').$type<RenderStatus>(),
    pdfDigest: p.uint8array().columnType('bytea').nullable(),
    imageDigest: p.uint8array().columnType('bytea').nullable(),
    /** Of its Open Badges credential; null for those that were issued without one. */
    credentialDigest: p.uint8array().columnType('bytea').nullable(),
    /** What its place in the organisation's status lists is computed from. */
    statusNumber: p.bigint('number').nullable(),
    /** Hides what the entries of the transparency log are about; 32 random bytes. */
    proofSalt: p.uint8array().columnType('bytea'),
    revokedAt: p.datetime(3).nullable(),
    revokedReason: p.text().nullable(),
    /** Number and SHA-256 of the last statement about its status; 0 and null where there is none. */
    statementNumber: p.integer().default(0),
    statementDigest: p.uint8array().columnType('bytea').nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
    /** What the search looks through: folded, in words. */
    searchText: p
      .text()
      .generated('(search_document(recipient_name, recipient_email, external_id, variables)) stored')
      .nullable()
      .lazy(),
  },
});

export class Certificate extends CertificateSchema.class {}
CertificateSchema.setClass(Certificate);
/** A certificate as it is read: without what searches look through. */
export type CertificateData = Omit<Certificate, 'searchText'>;

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

/** An organisation's verifications on a day (UTC). */
export const VerificationDaySchema = defineEntity({
  name: 'VerificationDay',
  tableName: 'verification_days',
  properties: {
    organisationId: p.uuid().primary(),
    day: p.date().primary(),
    hits: p.bigint('number'),
  },
});
