import { z } from 'zod';
import type { Batch as BatchRow } from '../../database/entities/batch.ts';
import type { DomainContext } from '../context.ts';
import { Uuid } from '../shared/schemas.ts';
import { find, listRows, toView } from './read.ts';
import { Batch, type ListBatches } from './schemas.ts';

/** A batch as the dashboard shows it, with its name, author and file name. */
export const BatchDetails = z.object({
  ...Batch.shape,
  name: z.string().nullable(),
  fileName: z.string().nullable(),
  author: z
    .string()
    .nullable()
    .describe('E-mail address of a person or name of an API key, at the time of the request'),
});
export type BatchDetails = z.infer<typeof BatchDetails>;
export const BatchDetailsPage = z.object({ batches: z.array(BatchDetails), nextCursor: Uuid.nullable() });

/** Returns a batch of the organisation with its details. */
export async function getBatchDetails(context: DomainContext, { id }: { id: string }): Promise<BatchDetails> {
  return detailsOf(await find(context, id));
}

/** Returns a page of the organisation's batches with their details. */
export async function listBatchDetails(
  context: DomainContext,
  input: ListBatches,
): Promise<z.infer<typeof BatchDetailsPage>> {
  const { page, nextCursor } = await listRows(context, input);
  return { batches: page.map(detailsOf), nextCursor };
}

const detailsOf = (row: BatchRow): BatchDetails => ({
  ...toView(row),
  name: row.name ?? null,
  fileName: row.fileName ?? null,
  author: row.authorName ?? null,
});
