import { z } from 'zod';
import { Batch as BatchRow } from '../../database/entities/batch.ts';
import type { DomainContext } from '../context.ts';
import { Uuid } from '../shared/schemas.ts';
import { find, listRows, toView } from './read.ts';
import { Batch, type ListBatches } from './schemas.ts';

/** A batch as the dashboard lists it, with its name, author and file name. */
const ListedBatch = z.object({
  ...Batch.shape,
  name: z.string().nullable(),
  fileName: z.string().nullable(),
  author: z
    .string()
    .nullable()
    .describe('E-mail address of a person or name of an API key, at the time of the request'),
});
export const BatchDetailsPage = z.object({ batches: z.array(ListedBatch), nextCursor: Uuid.nullable() });

/** A batch as its page shows it. */
export const BatchDetails = ListedBatch.extend({
  retryOf: Uuid.nullable().describe('The batch whose failed certificates this batch issues again'),
  retriedAs: Uuid.nullable().describe('The batch that issues the failed certificates of this batch again'),
});
export type BatchDetails = z.infer<typeof BatchDetails>;

/** Returns a batch of the organisation with its details. */
export async function getBatchDetails(context: DomainContext, { id }: { id: string }): Promise<BatchDetails> {
  const batch = await find(context, id);
  const retry = await context.em().findOne(BatchRow, { organisationId: context.organisationId, retryOf: id });
  return { ...listedOf(batch), retryOf: batch.retryOf ?? null, retriedAs: retry?.id ?? null };
}

/** Returns a page of the organisation's batches with their details. */
export async function listBatchDetails(
  context: DomainContext,
  input: ListBatches,
): Promise<z.infer<typeof BatchDetailsPage>> {
  const { page, nextCursor } = await listRows(context, input);
  return { batches: page.map(listedOf), nextCursor };
}

const listedOf = (row: BatchRow): z.infer<typeof ListedBatch> => ({
  ...toView(row),
  name: row.name ?? null,
  fileName: row.fileName ?? null,
  author: row.authorName ?? null,
});
