import { z } from 'zod';
import { Certificate, DryRun, Hash, Recipient, RenderStatus, Spent } from '../certificates/schemas.ts';
import { MAX_RECIPIENTS } from '../limits.ts';
import { Count, DateTime, Instant, PageQuery, SafeString, Uuid } from '../shared/schemas.ts';

/** Specification 4.6. */
export const CreateBatch = z
  .object({
    templateId: Uuid,
    recipients: z.array(Recipient).min(1).max(MAX_RECIPIENTS),
    sendEmail: z.boolean().optional().describe('E-mail each certificate to its `recipientEmail` once it is rendered'),
    dryRun: DryRun,
  })
  .superRefine(({ sendEmail, recipients }, context) => {
    if (!sendEmail) return;
    for (const [index, { recipientEmail }] of recipients.entries()) {
      if (recipientEmail !== undefined) continue;
      const path = ['recipients', index, 'recipientEmail'];
      context.addIssue({ code: 'custom', path, message: 'is required when sendEmail is true' });
    }
  })
  .meta({ id: 'CreateBatch' });
export type CreateBatch = z.infer<typeof CreateBatch>;

/** A batch that is made in the dashboard: what it is called, and the name of the file that it is made of. */
export const IssueBatch = CreateBatch.safeExtend({
  name: SafeString.trim().min(1).max(200).optional(),
  fileName: SafeString.trim().min(1).max(255).optional(),
});
export type IssueBatch = z.infer<typeof IssueBatch>;

/** Specification 2.3. */
export const CreatedBatch = z
  .object({
    batchId: Uuid,
    total: Count,
    queued: Count,
    credits: Spent,
    certificates: z
      .array(z.object({ id: Uuid, recipientName: z.string(), verificationHash: Hash, renderStatus: RenderStatus }))
      .describe('In the order of the recipients'),
  })
  .meta({ id: 'CreatedBatch' });
export type CreatedBatch = z.infer<typeof CreatedBatch>;

const BatchStatus = z.enum(['PROCESSING', 'COMPLETED']);

/** Specification 2.3. */
export const Batch = z
  .object({
    id: Uuid,
    templateId: Uuid,
    status: BatchStatus.describe('COMPLETED also where some failed: `failedCount` says so'),
    totalCount: Count,
    processedCount: Count.describe('Certificates whose rendering has completed or failed'),
    failedCount: Count.describe('Processed certificates whose rendering failed for good; their credits are refunded'),
    pendingCount: Count,
    progress: z.number().describe('Percentage processed, 0 to 100'),
    createdAt: DateTime,
    completedAt: DateTime.nullable(),
  })
  .meta({ id: 'Batch' });
export type Batch = z.infer<typeof Batch>;

export const BatchId = z.object({ id: Uuid });

export const ListBatches = z.object({
  ...PageQuery,
  templateId: Uuid.optional(),
  status: BatchStatus.optional(),
  createdAfter: Instant.optional(),
  createdBefore: Instant.optional(),
});
export type ListBatches = z.infer<typeof ListBatches>;

export const BatchPage = z.object({ batches: z.array(Batch), nextCursor: Uuid.nullable() });

export const BatchFailures = z.object({
  certificates: z.array(Certificate.pick({ id: true, recipientName: true, recipientEmail: true, externalId: true })),
});
export type BatchFailures = z.infer<typeof BatchFailures>;

export const ListBatchCertificates = z.object({ id: Uuid, ...PageQuery });
