import { Batch as BatchRow } from '../../database/entities/batch.ts';
import { listCertificates } from '../certificates/list.ts';
import type { Certificate } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { idRange, pageOf } from '../shared/pages.ts';
import { iso, isoOrNull } from '../shared/schemas.ts';
import type { Batch, ListBatches } from './schemas.ts';

/** Returns a batch's progress (specification 4.7). */
export async function getBatch(context: DomainContext, input: { id: string }): Promise<Batch> {
  return toView(await find(context, input.id));
}

/** Returns a page of the organisation's batches, newest first. */
export async function listBatches(
  context: DomainContext,
  input: ListBatches,
): Promise<{ batches: Batch[]; nextCursor: string | null }> {
  const { page, nextCursor } = await listRows(context, input);
  return { batches: page.map(toView), nextCursor };
}

/** Returns the rows of a page, newest first. */
export async function listRows(
  context: DomainContext,
  input: ListBatches,
): Promise<{ page: BatchRow[]; nextCursor: string | null }> {
  const where = {
    organisationId: context.organisationId,
    $and: idRange(input),
    ...(input.templateId !== undefined && { templateId: input.templateId }),
    ...(input.status !== undefined && { completedAt: input.status === 'COMPLETED' ? { $ne: null } : null }),
  };
  const rows = await context.em().find(BatchRow, where, { orderBy: { id: 'desc' }, limit: input.limit + 1 });
  return pageOf(rows, input.limit);
}

/** Returns a page of a batch's certificates, newest first. */
export async function listBatchCertificates(
  context: DomainContext,
  { id, ...page }: { id: string; limit: number; cursor?: string | undefined },
): Promise<{ certificates: Certificate[]; nextCursor: string | null }> {
  await find(context, id);
  return listCertificates(context, { ...page, batchId: id });
}

/** Returns a batch of the organisation by its id. */
export async function find(context: DomainContext, id: string): Promise<BatchRow> {
  const row = await context.em().findOne(BatchRow, { organisationId: context.organisationId, id });
  if (!row) throw notFound();
  return row;
}

/** Returns a batch as the API shows it. */
export function toView(row: BatchRow): Batch {
  return {
    id: row.id,
    templateId: row.templateId,
    status: row.completedAt ? 'COMPLETED' : 'PROCESSING',
    totalCount: row.totalCount,
    processedCount: row.processedCount,
    failedCount: row.failedCount,
    pendingCount: row.totalCount - row.processedCount,
    progress: Math.floor((row.processedCount / row.totalCount) * 1000) / 10,
    createdAt: iso(row.createdAt),
    completedAt: isoOrNull(row.completedAt),
  };
}
