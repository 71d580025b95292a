import { defineEntity, p } from '@mikro-orm/core';

type RenderStatus = 'PENDING' | 'RENDERING' | 'COMPLETED' | 'FAILED';

/**
 * Payment of an import: a place of the organisation's allowance, or beyond it a credit. Certificates with their original PDF
 * cost nothing there.
 */
export type ImportPayment = 'ALLOWANCE' | 'CREDIT' | 'NOTHING';

export const CertificateSchema = defineEntity({
  name: 'Certificate',
  tableName: 'certificates',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Template, version and name are null if the certificate was imported without a template. */
    templateOrganisationId: p.uuid().nullable(),
    templateId: p.uuid().nullable(),
    templateVersion: p.integer().nullable(),
    /** Names of the template and the organisation at the time of issue; null if the organisation had none. */
    templateName: p.text().nullable(),
    issuerName: p.text().nullable(),
    batchId: p.uuid().nullable(),
    externalId: p.text().nullable(),
    /** Public address at the time of issue. It is printed on the certificate and part of its issuer's DID. */
    address: p.text(),
    recipientName: p.text(),
    /** Current address for mails: given at the time of issue, or changed since. */
    recipientEmail: p.text().nullable(),
    /** Id derived from the organisation and the mailbox (domain/recipients/identify.ts). */
    recipientId: p.uuid().nullable(),
    /** Salted SHA-256 of the mailbox at the time of issue. */
    recipientDigest: p.uint8array().columnType('bytea').nullable(),
    /** Number of the revision; each correction adds 1. */
    revision: p.integer().default(1),
    variables: p.json<Record<string, string>>(),
    /** SHA-256 of the claims (docs/architecture.md). The nonce makes it unguessable. */
    verificationHash: p.uint8array().columnType('bytea'),
    nonce: p.uint8array().columnType('bytea'),
    /** Id of the key from which the unguessable part of the files' public addresses is derived. */
    fileKey: p.uint8array().columnType('bytea'),
    createdAt: p.datetime(3),
    /** Number in a series of the organisation (domain/numbering). */
    number: p.text().nullable(),
    /** Award date (YYYY-MM-DD), and the time zone of the organisation at the time of issue. */
    awardedOn: p.date(),
    timeZone: p.text(),
    /** End of the validity; null for certificates that never expire. Sealed in statements, not part of the claims. */
    expiresAt: p.datetime(3).nullable(),
    /** Id of the certificate that this one renews; null for others. */
    renewalOf: p.uuid().nullable(),
    /** Language of mails and page (BCP 47), if it was given; null for that of the design. Not part of the claims. */
    givenLanguage: p.text().nullable(),
    /** The organisation's notes. They are not signed, and only its members and keys see them. */
    tags: p.array<string>().columnType('text[]').default([]),
    /** True if the recipient has hidden the public page (domain/hiding). Not part of the claims. */
    hidden: p.boolean().default(false),
    /** Payment of an import; null for certificates that were issued here. */
    importPayment: p.string().columnType('text').$type<ImportPayment>().nullable(),
    /** True for an imported certificate that could not be rendered. */
    importFailed: p.boolean().default(false),
    /** Name of the issuer that an imported certificate had elsewhere, such as the former platform. */
    originalIssuer: p.text().nullable(),
    /** SHA-256 of the PDF that was imported and is served unchanged; null for certificates that are rendered from a template. */
    originalDigest: p.uint8array().columnType('bytea').nullable(),
    /** Code in the former addresses of an imported certificate. */
    legacyCode: p.text().nullable(),
    renderStatus: p.string().columnType('text').$type<RenderStatus>(),
    pdfDigest: p.uint8array().columnType('bytea').nullable(),
    imageDigest: p.uint8array().columnType('bytea').nullable(),
    /** Digest of the Open Badges credential; null for certificates issued without one. */
    credentialDigest: p.uint8array().columnType('bytea').nullable(),
    /** Numbers of the PDF and image, and of the credential, within the revision. They change the files' addresses. */
    filesEdition: p.integer().default(0),
    credentialEdition: p.integer().default(0),
    /** Number from which the place in the organisation's status lists is computed. */
    statusNumber: p.bigint('number').nullable(),
    /** 32 random bytes that hide the subject of entries in the transparency log. */
    proofSalt: p.uint8array().columnType('bytea'),
    revokedAt: p.datetime(3).nullable(),
    revokedReason: p.text().nullable(),
    /** Number and SHA-256 of the last statement about the status; 0 and null without one. */
    statementNumber: p.integer().default(0),
    statementDigest: p.uint8array().columnType('bytea').nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
    /** Folded words for the search (docs/decisions/0026-one-folded-column.md). */
    searchText: p
      .text()
      .generated('(search_document(recipient_name, recipient_email, external_id, number, variables)) stored')
      .nullable()
      .lazy(),
  },
});

export class Certificate extends CertificateSchema.class {}
CertificateSchema.setClass(Certificate);
/** A certificate without its search text. */
export type CertificateData = Omit<Certificate, 'searchText'>;

/** A folded tag of a certificate, in the order of lists. Triggers write it. */
export const CertificateTagSchema = defineEntity({
  name: 'CertificateTag',
  tableName: 'certificate_tags',
  properties: {
    organisationId: p.uuid().primary(),
    key: p.text().primary(),
    certificateId: p.uuid().primary(),
  },
});

/**
 * Number of verifications of a certificate, and of those that were views of its page by people. Separate from its row, which every
 * verification would otherwise rewrite.
 */
export const VerificationCountSchema = defineEntity({
  name: 'VerificationCount',
  tableName: 'verification_counts',
  properties: {
    organisationId: p.uuid().primary(),
    certificateId: p.uuid().primary(),
    hits: p.bigint('number'),
    lastAt: p.datetime(3),
    views: p.bigint('number'),
    lastViewAt: p.datetime(3).nullable(),
    /** Uses of the page's button that adds the certificate to a LinkedIn profile. */
    linkedIn: p.bigint('number'),
  },
});

/** Number of verifications, views and uses of the button for LinkedIn on a day (UTC), by template. */
export const VerificationDaySchema = defineEntity({
  name: 'VerificationDay',
  tableName: 'verification_days',
  properties: {
    organisationId: p.uuid().primary(),
    day: p.date().primary(),
    /** Nil UUID for certificates without a template. */
    templateId: p.uuid().primary(),
    hits: p.bigint('number'),
    views: p.bigint('number'),
    linkedIn: p.bigint('number'),
  },
});
