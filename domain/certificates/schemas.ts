import { z } from 'zod';
import { ShownDetail } from '../../errors/detail-schema.ts';
import { fault } from '../../errors/from-zod.ts';
import { isLanguage, tag, tags } from '../../templates-engine/index.ts';
import { EmailStatus } from '../emails/read-status.ts';
import { EmailAddress } from '../shared/email-address.ts';
import {
  Count,
  DateTime,
  Day,
  DayOrTime,
  filledText,
  Instant,
  NextCursor,
  PageQuery,
  Search,
  safeText,
  Uuid,
} from '../shared/schemas.ts';
import { Variables } from './check-values.ts';
import { CERTIFICATE_STATES } from './state.ts';

const ExternalId = filledText(200).normalize('NFC');
/** Unreserved characters of addresses (RFC 3986, 2.3). */
const LEGACY_CODE = /^[A-Za-z0-9\-._~]{1,200}$/;
export const LegacyCode = z
  .string()
  .refine((code) => LEGACY_CODE.test(code), fault('not_a_legacy_code'))
  .meta({ pattern: LEGACY_CODE.source });

const CertificateUuid = Uuid.describe('Id of the certificate');
const TemplateUuid = Uuid.describe('Id of the template');

/** Recipient of a certificate, issued alone or in a batch. */
export const Recipient = z.strictObject({
  variables: Variables,
  recipientEmail: EmailAddress.optional().describe("The recipient's e-mail address; required if `sendEmail` is true"),
  externalId: ExternalId.optional().describe(
    'Your own id for the certificate. It is returned, and the list can filter by it',
  ),
  awardedOn: Day.optional().describe(
    "Day of the award, at most today; by default today in the organisation's time zone",
  ),
  expiresAt: DayOrTime.nullable()
    .optional()
    .describe(
      "Last valid day in the organisation's time zone, or a time; null: never. By default the template's `validity` decides",
    ),
  language: z
    .string()
    .refine(isLanguage, fault('not_a_language'))
    .optional()
    .meta({
      maxLength: 35,
      pattern: '^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))?$',
      examples: ['fr', 'pt-BR'],
    })
    .describe(
      "Language of the certificate's mails and page (BCP 47, but not `und`, `mul`, `zxx` or `mis`), by default that of the template's design",
    ),
  tags: tags.optional().describe('Your own words, to find the certificate by. They are not on it, and can change'),
  renewalOf: ExternalId.optional().describe(
    'Certificate that this one renews: its id, or its `externalId`, of several the newest that is not revoked',
  ),
});
export type Recipient = z.infer<typeof Recipient>;

/** Recipient of a certificate that is issued alone. Such a certificate is renewed by an operation of its own. */
const SingleRecipient = Recipient.omit({ renewalOf: true });

export const DryRun = z
  .boolean()
  .optional()
  .describe('Validates everything and changes nothing; the returned ids do not exist');

/** Returns the condition that a call with `sendEmail: true` fulfils, for the API document. */
export const ifMailed = (then: object) => ({
  if: { properties: { sendEmail: { const: true } }, required: ['sendEmail'] },
  then,
});

/** Condition of a recipient with an address. An absent member matches any schema, so that it is refused like null. */
export const ADDRESSED = { not: { properties: { recipientEmail: { type: 'null' } } } };

/** Specification 4.3. */
export const GenerateCertificate = z
  .strictObject({
    templateId: TemplateUuid,
    ...SingleRecipient.shape,
    sendEmail: z.boolean().optional().describe('E-mail the certificate to `recipientEmail` once it is rendered'),
    dryRun: DryRun,
  })
  .refine((input) => !input.sendEmail || input.recipientEmail !== undefined, {
    path: ['recipientEmail'],
    ...fault('email_needed'),
  })
  .meta({ id: 'GenerateCertificate', ...ifMailed(ADDRESSED) });
export type GenerateCertificate = z.infer<typeof GenerateCertificate>;

const CertificateStatus = z.enum(CERTIFICATE_STATES);
export const RenderStatus = z.enum(['PENDING', 'RENDERING', 'COMPLETED', 'FAILED']);
export const Hash = z
  .string()
  .describe('Input of the public verification: SHA-256 in hex')
  .meta({ examples: ['3f1c'.repeat(16)] });

const VariablesView = z.custom<Record<string, string>>().meta({
  override: { type: 'object', additionalProperties: { type: 'string' } },
  description: 'The value of each variable, as it was given',
});

/** Members that all views of a certificate have. */
const VIEW = {
  recipientName: z.string().describe("The value of the template's `recipientNameVariable`"),
  recipientEmail: z.string().nullable().describe("The recipient's e-mail address"),
  externalId: z.string().nullable().describe("The caller's id for the certificate"),
  number: z.string().nullable().describe('Number in a series of the organisation; null without one'),
  status: CertificateStatus.describe(
    'Only `GENERATED` certificates are valid; `REVOKED` takes precedence over `EXPIRED`',
  ),
  renderStatus: RenderStatus.describe(
    'The files are ready when it is COMPLETED; FAILED is final, and the credit is refunded',
  ),
  revision: z.int().positive().describe('Starts at 1; each correction adds 1'),
  verificationUrl: z.url().describe('The public verification page'),
  createdAt: DateTime.describe('Time of the request'),
  awardedOn: Day.describe('Day of the award'),
  expiresAt: DateTime.nullable().describe('Time from which it is expired; null if it never is'),
  renewalOf: Uuid.nullable().describe('Id of the certificate that this one renews; null for others'),
  tags: z.array(z.string()).describe('Your own words for the certificate, which only your organisation sees'),
};

/** Import of a certificate that was issued elsewhere. */
export const Imported = z
  .object({
    at: DateTime.describe('Time of the import'),
    issuer: z.string().nullable().describe('Issuer elsewhere, such as the former platform'),
  })
  .nullable()
  .describe('Set if the certificate was issued elsewhere and imported; null for others');

/** Cost of an operation and the remaining balance. */
export const Spent = z
  .object({
    consumed: Count.describe('Credits spent by this call'),
    remaining: Count.describe('Remaining credits'),
  })
  .describe('Cost of the call; a failed rendering is refunded');

/** Members of the answer to a dry run. */
export const DRY_RUN = {
  dryRun: z
    .literal(true)
    .optional()
    .describe('Only for a dry run: nothing was changed, ids and hashes do not exist, and links lead to `/verify`'),
  warnings: z
    .array(ShownDetail)
    .optional()
    .describe(
      'Only for a dry run: remarks on content that is accepted, such as a word in another font than designed, or a name that looks wrong',
    ),
};

export const GeneratedCertificate = z
  .object({
    id: CertificateUuid,
    verificationHash: Hash,
    verificationUrl: VIEW.verificationUrl,
    recipientName: VIEW.recipientName,
    recipientEmail: VIEW.recipientEmail,
    externalId: VIEW.externalId,
    number: VIEW.number,
    status: VIEW.status,
    renderStatus: VIEW.renderStatus,
    createdAt: VIEW.createdAt,
    awardedOn: VIEW.awardedOn,
    expiresAt: VIEW.expiresAt,
    tags: VIEW.tags,
    credits: Spent,
    ...DRY_RUN,
  })
  .meta({ id: 'GeneratedCertificate' });
export type GeneratedCertificate = z.infer<typeof GeneratedCertificate>;

/** Specification 2.1. */
export const Certificate = z
  .object({
    id: CertificateUuid,
    recipientName: VIEW.recipientName,
    recipientEmail: VIEW.recipientEmail,
    recipientId: Uuid.nullable().describe('Id of the recipient, who is identified by the address; null without one'),
    variables: VariablesView,
    externalId: VIEW.externalId,
    number: VIEW.number,
    status: VIEW.status,
    renderStatus: VIEW.renderStatus,
    revision: VIEW.revision,
    verificationHash: Hash,
    verificationUrl: VIEW.verificationUrl,
    pdfUrl: z.url().nullable().describe('Set once rendering has completed'),
    imageUrl: z.url().nullable().describe('Set once rendering has completed'),
    credentialUrl: z
      .url()
      .nullable()
      .describe('The Open Badges 3.0 credential (application/vc+ld+json); set once rendering has completed'),
    template: z
      .object({ id: TemplateUuid, name: z.string().describe('Name of the template') })
      .nullable()
      .describe('The template that the certificate was issued from; null if it was imported without one'),
    createdAt: VIEW.createdAt,
    generatedAt: DateTime.describe('The signed time of issue'),
    awardedOn: VIEW.awardedOn,
    timeZone: z
      .string()
      .describe('Time zone of the certificate (IANA name): that of the organisation at the time of issue'),
    expiresAt: VIEW.expiresAt,
    language: z
      .string()
      .nullable()
      .describe('Language of mails and page as it was given (BCP 47); null: that of the design'),
    renewalOf: VIEW.renewalOf,
    renewedBy: Uuid.nullable().describe('Id of the certificate that renews this one; null without one'),
    hidden: z.boolean().describe('True if the recipient has hidden the public page'),
    imported: Imported,
    legacyCode: z.string().nullable().describe('Code of an imported certificate in its former addresses'),
    revokedAt: DateTime.nullable().describe('null unless revoked'),
    revokedReason: z.string().nullable().describe('Shown to everyone who verifies the certificate'),
    batchId: Uuid.nullable().describe('null if not issued in a batch'),
    tags: VIEW.tags,
    test: z.boolean().describe('True for a certificate of test mode, which proves nothing'),
    emailStatus: EmailStatus.describe(
      'State of the last e-mail requested. SENT: the mail server accepted it. DELIVERED and BOUNCED: a mail server reported that it reached the mailbox, or that it did not. UNCERTAIN: the mail server may or may not have accepted it',
    ),
    emailError: z
      .string()
      .nullable()
      .describe('Words of the mail server, or other reason, for BOUNCED, FAILED and UNCERTAIN; else null'),
  })
  .meta({ id: 'Certificate' });
export type Certificate = z.infer<typeof Certificate>;

export const CertificateId = z.strictObject({ id: CertificateUuid });

export const EmailCertificate = z.strictObject({
  id: CertificateUuid,
  recipientEmail: EmailAddress.optional().describe(
    'Sends to this address instead, and makes it the address of the certificate',
  ),
});
export type EmailCertificate = z.infer<typeof EmailCertificate>;

export const RevokeCertificate = z.strictObject({
  id: CertificateUuid,
  reason: filledText(500).describe('Shown to everyone who verifies the certificate'),
  sendEmail: z.boolean().optional().describe('E-mail the reason to the recipient; false by default'),
});

export const ListCertificates = z.strictObject({
  ...PageQuery,
  batchId: Uuid.describe('Certificates of this batch').optional(),
  templateId: Uuid.describe('Certificates of this template').optional(),
  status: CertificateStatus.describe('Valid certificates, expired ones, or revoked ones').optional(),
  recipientEmail: safeText(254).min(1).describe('The whole address, in upper or lower case').optional(),
  recipientId: Uuid.describe('Certificates of this recipient, with all addresses of the person').optional(),
  externalId: ExternalId.describe("The caller's id for the certificate").optional(),
  tag: tag.describe('Certificates with this tag, without regard to case and accents').optional(),
  createdAfter: Instant.describe('Issued at or after this time. To follow new certificates, read `/events`').optional(),
  createdBefore: Instant.describe('Issued before this time').optional(),
  expiresAfter: Instant.describe('Expires at or after this time').optional(),
  expiresBefore: Instant.describe('Expires before this time').optional(),
  renewed: z
    .enum(['true', 'false'])
    .describe('`true`: certificates that have a renewal; `false`: those without one')
    .optional(),
  renderStatus: RenderStatus.describe(
    'State of the rendering. A page can have fewer certificates than `limit`, or none, and still a `nextCursor`: continue until it is null',
  ).optional(),
  emailStatus: EmailStatus.describe('State of the last e-mail requested; pages as with `renderStatus`').optional(),
  sort: z
    .enum(['newest', 'oldest'])
    .describe(
      'Order; `newest` by default. With `expiresAfter` or `expiresBefore`, and without a search and states of files and e-mails, the first to expire come first by default. To follow new certificates, read `/events`',
    )
    .optional(),
  search: Search.describe(
    "Part of the recipient's name, `recipientEmail`, `externalId`, `number` or a value. Ignores case and accents, and finds umlauts by either spelling. One or two letters match the start of a word, or any part in scripts without spaces. Also the first 8 or more digits of an id, or a whole `verificationHash`",
  ).optional(),
});
export type ListCertificates = z.infer<typeof ListCertificates>;

export const CertificatePage = z.object({
  certificates: z.array(Certificate).describe('The certificates of the page'),
  nextCursor: NextCursor,
});

/** Filters of a list. */
export const CountCertificates = ListCertificates.omit({ limit: true, cursor: true, direction: true });
export type CountCertificates = z.infer<typeof CountCertificates>;
export const CountedCertificates = z.object({
  count: Count,
  isMore: z.boolean().describe('True if there are more than `count`, where counting stops'),
});
export type CountedCertificates = z.infer<typeof CountedCertificates>;
