import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { distinctTags, MAX_TAGS, tag, tags } from '../../templates-engine/index.ts';
import {
  ADDRESSED,
  Certificate,
  DRY_RUN,
  DryRun,
  Hash,
  ifMailed,
  Recipient,
  RenderStatus,
  Spent,
} from '../certificates/schemas.ts';
import { MAX_RECIPIENTS } from '../limits.ts';
import { Count, DateTime, filledLine, Instant, NextCursor, PageQuery, Uuid } from '../shared/schemas.ts';

const BatchUuid = Uuid.describe('Id of the batch');

const NewBatch = z.strictObject({
  templateId: Uuid.describe('Id of the template'),
  recipients: z
    .array(Recipient)
    .min(1)
    .max(MAX_RECIPIENTS)
    .describe('One certificate is issued per recipient. If one recipient is invalid, no certificate is issued'),
  sendEmail: z.boolean().optional().describe('E-mail each certificate to its `recipientEmail` once it is rendered'),
  tags: tags.optional().describe('Tags of the batch and of all its certificates'),
  dryRun: DryRun,
});

/** Adds a fault for each recipient without an address, if the certificates are to be e-mailed. */
function requireAddresses(
  { sendEmail, recipients }: Pick<z.infer<typeof NewBatch>, 'sendEmail' | 'recipients'>,
  context: z.RefinementCtx,
): void {
  if (!sendEmail) return;
  for (const [index, { recipientEmail }] of recipients.entries()) {
    if (recipientEmail !== undefined) continue;
    const path = ['recipients', index, 'recipientEmail'];
    context.addIssue({ code: 'custom', path, ...fault('email_needed') });
  }
}

/** Adds a fault for each recipient with too many tags, together with those of the batch. */
function limitTags(
  { tags: common = [], recipients }: Pick<z.infer<typeof NewBatch>, 'tags' | 'recipients'>,
  context: z.RefinementCtx,
): void {
  for (const [index, { tags: own = [] }] of recipients.entries()) {
    if (distinctTags([...common, ...own]).length <= MAX_TAGS) continue;
    context.addIssue({ code: 'custom', path: ['recipients', index, 'tags'], ...fault('too_many', { most: MAX_TAGS }) });
  }
}

/** Specification 4.6. */
export const CreateBatch = NewBatch.superRefine((batch, context) => {
  requireAddresses(batch, context);
  limitTags(batch, context);
}).meta({ id: 'CreateBatch', ...ifMailed({ properties: { recipients: { items: ADDRESSED } } }) });
export type CreateBatch = z.infer<typeof CreateBatch>;

/** A batch that the dashboard creates, with its name and the name of its source file. */
export const IssueBatch = NewBatch.extend({
  name: filledLine(200).optional(),
  fileName: filledLine(255).optional(),
  skipsMissingAddresses: z
    .boolean()
    .optional()
    .describe('E-mails only the certificates that have an address; otherwise each needs one'),
}).superRefine((batch, context) => {
  if (!batch.skipsMissingAddresses) requireAddresses(batch, context);
  limitTags(batch, context);
});
export type IssueBatch = z.infer<typeof IssueBatch>;

/** Specification 2.3. */
export const CreatedBatch = z
  .object({
    batchId: BatchUuid,
    total: Count.describe('Number of recipients'),
    queued: Count.describe('Number of certificates waiting to be rendered'),
    credits: Spent,
    certificates: z
      .array(
        z.object({
          id: Uuid.describe('Id of the certificate'),
          externalId: z.string().nullable().describe("The caller's id for the certificate"),
          number: z.string().nullable().describe('Number in a series of the organisation; null without one'),
          recipientName: z.string().describe("The value of the template's `recipientNameVariable`"),
          verificationHash: Hash,
          renderStatus: RenderStatus.describe('State of the rendering'),
        }),
      )
      .describe('In the order of the recipients'),
    ...DRY_RUN,
  })
  .meta({ id: 'CreatedBatch' });
export type CreatedBatch = z.infer<typeof CreatedBatch>;

const BatchStatus = z.enum(['PROCESSING', 'COMPLETED']);

/** Specification 2.3. */
export const Batch = z
  .object({
    id: BatchUuid,
    templateId: Uuid.describe('Id of the template'),
    status: BatchStatus.describe('COMPLETED even if certificates failed; `failedCount` has their number'),
    totalCount: Count.describe('Number of certificates'),
    processedCount: Count.describe('Certificates whose rendering has completed or failed'),
    failedCount: Count.describe(
      'Processed certificates whose rendering failed permanently; their credits are refunded',
    ),
    pendingCount: Count.describe('Certificates whose rendering has neither completed nor failed'),
    progress: z.number().describe('Percentage processed, 0 to 100'),
    tags: z.array(z.string()).describe('Your own words for the batch, which only your organisation sees'),
    createdAt: DateTime.describe('Time of the request'),
    completedAt: DateTime.nullable().describe('null until the last certificate is processed'),
  })
  .meta({ id: 'Batch' });
export type Batch = z.infer<typeof Batch>;

export const BatchId = z.strictObject({ id: BatchUuid });

export const ListBatches = z.strictObject({
  ...PageQuery,
  templateId: Uuid.describe('Batches of this template').optional(),
  status: BatchStatus.describe('Batches in progress, or completed ones').optional(),
  tag: tag.describe('Batches with this tag, without regard to case and accents').optional(),
  createdAfter: Instant.describe('Created at or after this time').optional(),
  createdBefore: Instant.describe('Created before this time').optional(),
  sort: z.enum(['newest', 'oldest']).describe('Order; `newest` by default').optional(),
});
export type ListBatches = z.infer<typeof ListBatches>;

export const BatchPage = z.object({
  batches: z.array(Batch).describe('The batches of the page'),
  nextCursor: NextCursor,
});

export const BatchFailures = z.object({
  certificates: z.array(Certificate.pick({ id: true, recipientName: true, recipientEmail: true, externalId: true })),
});
export type BatchFailures = z.infer<typeof BatchFailures>;

export const ListBatchCertificates = z.strictObject({ id: BatchUuid, ...PageQuery });
