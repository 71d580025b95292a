import { z } from 'zod';
import { EmailStatus } from '../emails/status.ts';
import { Count, DateTime, EmailAddress, Instant, isBlank, PageQuery, SafeString, Uuid } from '../shared/schemas.ts';

const MAX_VALUE_LENGTH = 2000;

/** How the API document shows a map of variables, which has a check of its own. */
const VALUES_SCHEMA = {
  type: 'object' as const,
  additionalProperties: { type: 'string' as const, maxLength: MAX_VALUE_LENGTH },
};

/**
 * Name to value. A check of its own rather than z.record, which drops a variable called `__proto__`: to us that is a
 * name like any other.
 */
export const Variables = z
  .custom<Record<string, string>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object of variable names and values',
  )
  .meta({ override: VALUES_SCHEMA })
  .superRefine((variables, context) => {
    for (const [name, value] of Object.entries(variables)) {
      const issue = nameIssue(name) ?? valueIssue(value);
      if (issue) context.addIssue({ code: 'custom', path: [name], message: issue });
    }
  })
  .meta({
    override: VALUES_SCHEMA,
    description:
      "Exactly the template's variables (`detectedVariables`), each with a value of its type; those that are `optional` may be left out",
    examples: [{ name: 'Anne-Sophie Müller', course: 'Distributed Systems' }],
  });

function nameIssue(name: string): string | null {
  return SafeString.safeParse(name).success ? null : 'is not a variable name: it has a NUL or a lone surrogate';
}

function valueIssue(value: unknown): string | null {
  if (typeof value !== 'string') return `must be a string, got ${value === null ? 'null' : typeof value}`;
  if (!SafeString.safeParse(value).success) return 'must not contain NUL or a lone surrogate';
  const length = [...value].length;
  return length > MAX_VALUE_LENGTH ? `must be at most ${MAX_VALUE_LENGTH} characters, got ${length}` : null;
}

const ExternalId = SafeString.min(1).max(200);

/** Whom a certificate is for, singly or in a batch. */
export const Recipient = z.object({
  variables: Variables,
  recipientEmail: EmailAddress.optional(),
  externalId: ExternalId.optional().describe('Your own id for it: returned, and a filter of the list'),
});
export type Recipient = z.infer<typeof Recipient>;

export const DryRun = z
  .boolean()
  .optional()
  .describe("Validates everything and changes nothing; the answer's ids belong to nothing");

/** Specification 4.3. */
export const GenerateCertificate = z
  .object({
    templateId: Uuid,
    ...Recipient.shape,
    sendEmail: z.boolean().optional().describe('E-mail the certificate to `recipientEmail` once it is rendered'),
    dryRun: DryRun,
  })
  .refine((input) => !input.sendEmail || input.recipientEmail !== undefined, {
    path: ['recipientEmail'],
    message: 'is required when sendEmail is true',
  })
  .meta({ id: 'GenerateCertificate' });
export type GenerateCertificate = z.infer<typeof GenerateCertificate>;

export const CertificateStatus = z.enum(['GENERATED', 'REVOKED']);
export const RenderStatus = z.enum(['PENDING', 'RENDERING', 'COMPLETED', 'FAILED']);
export const Hash = z
  .string()
  .describe('Input of the public verification: SHA-256 in hex')
  .meta({ examples: ['3f1c'.repeat(16)] });

/** What an operation cost, and what is left. */
export const Spent = z.object({ consumed: Count, remaining: Count });

export const GeneratedCertificate = z
  .object({
    id: Uuid,
    verificationHash: Hash,
    verificationUrl: z.url(),
    recipientName: z.string(),
    recipientEmail: z.string().nullable(),
    externalId: z.string().nullable(),
    status: CertificateStatus,
    renderStatus: RenderStatus,
    createdAt: DateTime,
    credits: Spent,
  })
  .meta({ id: 'GeneratedCertificate' });
export type GeneratedCertificate = z.infer<typeof GeneratedCertificate>;

const VariablesView = z.custom<Record<string, string>>().meta({ override: VALUES_SCHEMA });

/** Specification 2.1. */
export const Certificate = z
  .object({
    id: Uuid,
    recipientName: z.string(),
    recipientEmail: z.string().nullable(),
    variables: VariablesView,
    externalId: z.string().nullable(),
    status: CertificateStatus,
    renderStatus: RenderStatus,
    verificationHash: Hash,
    verificationUrl: z.url(),
    pdfUrl: z.url().nullable().describe('Present once rendering is finished'),
    imageUrl: z.url().nullable().describe('Present once rendering is finished'),
    credentialUrl: z
      .url()
      .nullable()
      .describe('The Open Badges 3.0 credential (application/vc+ld+json); present once rendering is finished'),
    template: z.object({ id: Uuid, name: z.string() }),
    createdAt: DateTime,
    generatedAt: DateTime,
    revokedAt: DateTime.nullable(),
    revokedReason: z.string().nullable(),
    batchId: Uuid.nullable().describe('null if it was not issued in a batch'),
    emailStatus: EmailStatus.describe(
      'State of the last e-mail requested; with UNCERTAIN the mail server may or may not have accepted it',
    ),
  })
  .meta({ id: 'Certificate' });
export type Certificate = z.infer<typeof Certificate>;

export const CertificateId = z.object({ id: Uuid });

export const RevokeCertificate = z.object({
  id: Uuid,
  reason: SafeString.trim().min(1).max(500).describe('Shown to everybody who verifies the certificate'),
});

const Search = SafeString.max(200).refine((text) => !isBlank(text), 'must not be blank');

export const ListCertificates = z.object({
  ...PageQuery,
  batchId: Uuid.optional(),
  templateId: Uuid.optional(),
  status: CertificateStatus.optional(),
  recipientEmail: SafeString.min(1).max(254).describe('The whole address, in upper or lower case').optional(),
  externalId: ExternalId.describe('The id that the caller gave the certificate').optional(),
  createdAfter: Instant.describe('Issued at or after this time').optional(),
  createdBefore: Instant.describe('Issued before this time').optional(),
  renderStatus: RenderStatus.describe(
    'A page may have fewer certificates than `limit`, even none, and still a `nextCursor`: continue until it is null',
  ).optional(),
  emailStatus: EmailStatus.describe('State of the last e-mail requested; pages as with `renderStatus`').optional(),
  sort: z.enum(['newest', 'oldest']).describe('Which come first; the newest by default').optional(),
  search: Search.describe(
    "Part of the recipient's name, `recipientEmail`, `externalId` or a value; one or two letters are the beginning of a word, in scripts without spaces any part. Or the beginning of an id, 8 digits or more; or a whole `verificationHash`",
  ).optional(),
});
export type ListCertificates = z.infer<typeof ListCertificates>;

export const CertificatePage = z.object({ certificates: z.array(Certificate), nextCursor: Uuid.nullable() });

/** What a list is narrowed by. */
export const CountCertificates = ListCertificates.omit({ limit: true, cursor: true });
export type CountCertificates = z.infer<typeof CountCertificates>;
export const CountedCertificates = z.object({
  count: Count,
  isMore: z.boolean().describe('Whether there are more than `count`, which is where counting stops'),
});
export type CountedCertificates = z.infer<typeof CountedCertificates>;
