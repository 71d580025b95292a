import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import {
  Certificate,
  DRY_RUN,
  DryRun,
  Hash,
  LegacyCode,
  Recipient,
  RevokeCertificate,
  Spent,
} from '../certificates/schemas.ts';
import { digestOfFile } from '../imports/name.ts';
import { MAX_RECIPIENTS } from '../limits.ts';
import { Count, filledLine, Instant, Uuid } from '../shared/schemas.ts';

export const ImportRow = z.strictObject({
  variables: Recipient.shape.variables.optional().describe("The values of the template's variables"),
  recipientName: filledLine(500)
    .optional()
    .describe("The recipient's name; with a template it can be the value of its `recipientNameVariable` instead"),
  recipientEmail: Recipient.shape.recipientEmail.describe("The recipient's e-mail address"),
  externalId: Recipient.shape.externalId,
  tags: Recipient.shape.tags,
  number: filledLine(100).optional().describe('Number of the certificate, unique in the organisation'),
  awardedOn: Recipient.shape.awardedOn
    .unwrap()
    .describe('Day of the award, 1900 at the earliest and today at the latest'),
  expiresAt: Recipient.shape.expiresAt.describe(
    "Last valid day in the organisation's time zone, or a time, which can be past; null: never. By default the template's `validity` decides",
  ),
  legacyCode: LegacyCode.optional().describe(
    'Code in its former address: `/v/{organisationId}/{legacyCode}` leads to its page',
  ),
  revoked: z
    .strictObject({ at: Instant.describe('Time of the revocation'), reason: RevokeCertificate.shape.reason })
    .optional()
    .describe('Revocation of the certificate before its import'),
  originalPdf: z
    .string()
    .refine((name) => digestOfFile(name) !== null, fault('unknown_file'))
    .meta({ pattern: '^file:[0-9a-f]{64}$' })
    .optional()
    .describe('Original PDF, as returned by `POST /certificates/import/files`. It is kept unchanged'),
});
export type ImportRow = z.infer<typeof ImportRow>;

export const ImportCertificates = z
  .strictObject({
    templateId: Uuid.optional().describe('Template of the certificates, which renders those without an original PDF'),
    issuer: filledLine(200).optional().describe('Issuer elsewhere, such as the name of the former platform'),
    certificates: z
      .array(ImportRow)
      .min(1)
      .max(MAX_RECIPIENTS)
      .describe('If one certificate is invalid, none is imported'),
    dryRun: DryRun,
  })
  .meta({ id: 'ImportCertificates' });
export type ImportCertificates = z.infer<typeof ImportCertificates>;

export const ImportedCertificates = z
  .object({
    imported: Count.describe('Number of certificates'),
    credits: Spent,
    certificates: z
      .array(
        z.object({
          id: Uuid.describe('Id of the certificate'),
          externalId: Certificate.shape.externalId,
          verificationHash: Hash,
          verificationUrl: Certificate.shape.verificationUrl,
        }),
      )
      .describe('In the order of the request'),
    ...DRY_RUN,
  })
  .meta({ id: 'ImportedCertificates' });
export type ImportedCertificates = z.infer<typeof ImportedCertificates>;
