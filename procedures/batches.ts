import { listFailures } from '../domain/batches/list-failures.ts';
import { getBatch, listBatchCertificates, listBatches } from '../domain/batches/read.ts';
import { BatchDetails, BatchDetailsPage, getBatchDetails, listBatchDetails } from '../domain/batches/read-details.ts';
import {
  Batch,
  BatchFailures,
  BatchId,
  BatchPage,
  CreateBatch,
  CreatedBatch,
  IssueBatch,
  ListBatchCertificates,
  ListBatches,
} from '../domain/batches/schemas.ts';
import { changeBatchTags } from '../domain/bulk/change-batch-tags.ts';
import { ChangeBatchTags, ChangedTags } from '../domain/bulk/schemas.ts';
import { CertificatePage } from '../domain/certificates/schemas.ts';
import { NewEmail, NewEmailPreview, previewNewEmail, sendNewEmail } from '../domain/emailing/preview-new.ts';
import { SentTest } from '../domain/emailing/send-test.ts';
import { CheckBatch, CheckedBatch, checkBatch } from '../domain/issuing/check-batch.ts';
import { createBatch } from '../domain/issuing/create-batch.ts';
import { RenewedNames, RenewedValues, readRenewed } from '../domain/issuing/read-renewed.ts';
import { RetriedBatch, retryFailed } from '../domain/issuing/retry-failed.ts';
import { MAX_RECIPIENTS } from '../domain/limits.ts';
import { asPerson, idempotencyOf, router, withScope } from './base.ts';
import type { Example, Samples } from './samples.ts';

export const batches = router({
  create: withScope('certificates:write', { limit: 'batches', takesKey: true })
    .meta({
      openapi: {
        method: 'POST',
        path: '/batches',
        summary: 'Create a batch',
        description: `Issues a certificate to each of up to ${MAX_RECIPIENTS} recipients and spends a credit for each: all of them, or none. \`GET /batches/{id}\` returns the progress; the event \`batch.completed\` follows when all are processed.`,
        tags: ['Batches'],
      },
      status: 201,
      errors: ['NOT_FOUND', 'INSUFFICIENT_CREDITS', 'no_such_series'],
      example: creationExample,
    })
    .input(CreateBatch)
    .output(CreatedBatch)
    .mutation(({ ctx, input }) => createBatch({ ...ctx.domain, idempotency: idempotencyOf(ctx, input) }, input)),

  issue: asPerson('certificates:write', { limit: 'batches', takesKey: true })
    .input(IssueBatch)
    .output(CreatedBatch)
    .mutation(({ ctx, input }) =>
      createBatch({ ...ctx.domain, idempotency: idempotencyOf(ctx, input) }, input, 'batches.issue'),
    ),

  listDetails: asPerson('certificates:read')
    .input(ListBatches)
    .output(BatchDetailsPage)
    .query(({ ctx, input }) => listBatchDetails(ctx.domain, input)),

  details: asPerson('certificates:read')
    .input(BatchId)
    .output(BatchDetails)
    .query(({ ctx, input }) => getBatchDetails(ctx.domain, input)),

  list: withScope('certificates:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/batches',
        summary: 'List batches',
        description: 'Newest first by default, in pages. Several filters apply together.',
        tags: ['Batches'],
      },
      example: ({ batch }) => ({ response: { batches: [batch], nextCursor: null } }),
    })
    .input(ListBatches)
    .output(BatchPage)
    .query(({ ctx, input }) => listBatches(ctx.domain, input)),

  get: withScope('certificates:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/batches/{id}',
        summary: 'Get a batch status',
        description: 'The status of a batch, and how many of its certificates are processed and failed.',
        tags: ['Batches'],
      },
      example: ({ batch }) => ({ response: batch }),
    })
    .input(BatchId)
    .output(Batch)
    .query(({ ctx, input }) => getBatch(ctx.domain, input)),

  certificates: withScope('certificates:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/batches/{id}/certificates',
        summary: "List a batch's certificates",
        description: 'Newest first, in pages.',
        tags: ['Batches'],
      },
      example: ({ batch, certificate }) => ({
        response: { certificates: [{ ...certificate, batchId: batch.id }], nextCursor: null },
      }),
    })
    .input(ListBatchCertificates)
    .output(CertificatePage)
    .query(({ ctx, input }) => listBatchCertificates(ctx.domain, input)),

  failures: asPerson('certificates:read')
    .input(BatchId)
    .output(BatchFailures)
    .query(({ ctx, input }) => listFailures(ctx.domain, input)),

  check: asPerson('certificates:write')
    .input(CheckBatch)
    .output(CheckedBatch)
    .mutation(({ ctx, input }) => checkBatch(ctx.domain, input)),

  readRenewed: asPerson('certificates:write')
    .input(RenewedNames)
    .output(RenewedValues)
    .mutation(({ ctx, input }) => readRenewed(ctx.domain, input)),

  previewEmail: asPerson('certificates:write')
    .input(NewEmail)
    .output(NewEmailPreview)
    .query(({ ctx, input }) => previewNewEmail(ctx.domain, input)),

  sendTestEmail: asPerson('certificates:write')
    .input(NewEmail)
    .output(SentTest)
    .mutation(({ ctx, input }) => sendNewEmail(ctx.domain, input)),

  changeTags: asPerson('certificates:write')
    .input(ChangeBatchTags)
    .output(ChangedTags)
    .mutation(({ ctx, input }) => changeBatchTags(ctx.domain, input)),

  retryFailed: asPerson('certificates:write', { limit: 'batches', takesKey: true })
    .input(BatchId)
    .output(RetriedBatch)
    .mutation(({ ctx, input }) => retryFailed({ ...ctx.domain, idempotency: idempotencyOf(ctx, {}) }, input)),
});

function creationExample({ batch, certificate }: Samples): Example {
  const { id, externalId, number, recipientName, verificationHash, variables } = certificate;
  const request: CreateBatch = { templateId: batch.templateId, recipients: [{ variables }] };
  const response: CreatedBatch = {
    batchId: batch.id,
    total: 1,
    queued: 1,
    credits: { consumed: 1, remaining: 998 },
    certificates: [{ id, externalId, number, recipientName, verificationHash, renderStatus: 'PENDING' }],
  };
  return { request, response };
}
