import { Batch as BatchEntity } from '../../database/entities/batch.ts';
import { database, type Row } from '../../database/sql.ts';
import { listCertificates } from '../certificates/list.ts';
import type { Certificate } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { lowestIdAt, pageOf } from '../shared/pages.ts';
import { iso, isoOrNull } from '../shared/schemas.ts';
import { hasTag } from '../shared/tags.ts';
import type { Batch, ListBatches } from './schemas.ts';

/** Returns a batch's progress (specification 4.7). */
export async function getBatch(context: DomainContext, input: { id: string }): Promise<Batch> {
  return toView(await find(context, input.id));
}

/** A batch with the columns that are shown. Properties of entities can be undefined. */
type BatchRow = Row<'batches'> | BatchEntity;

/** Returns a page of the organisation's batches, in the order of their creation. */
export async function listBatches(
  context: DomainContext,
  input: ListBatches,
): Promise<{ batches: Batch[]; nextCursor: string | null }> {
  const { page, nextCursor } = await listRows(context, input);
  return { batches: page.map(toView), nextCursor };
}

/** Returns the rows of a page. Both orders are those of the primary key. */
export async function listRows(
  context: DomainContext,
  input: ListBatches,
): Promise<{ page: BatchRow[]; nextCursor: string | null }> {
  const { templateId, status, tag, cursor, createdAfter, createdBefore, limit, sort } = input;
  const isOldestFirst = sort === 'oldest';
  let batches = database(context.em())
    .selectFrom('batches as b')
    .selectAll()
    .where('b.organisationId', '=', context.organisationId)
    .orderBy('b.id', isOldestFirst ? 'asc' : 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) batches = batches.where('b.id', isOldestFirst ? '>' : '<', cursor);
  if (createdAfter) batches = batches.where('b.id', '>=', lowestIdAt(createdAfter));
  if (createdBefore) batches = batches.where('b.id', '<', lowestIdAt(createdBefore));
  if (templateId !== undefined) batches = batches.where('b.templateId', '=', templateId);
  if (status !== undefined) batches = batches.where('b.completedAt', status === 'COMPLETED' ? 'is not' : 'is', null);
  if (tag !== undefined) batches = batches.where(hasTag('b.tags', tag));
  const rows = await batches.execute();
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
export async function find(context: DomainContext, id: string): Promise<BatchEntity> {
  const row = await context.em().findOne(BatchEntity, { organisationId: context.organisationId, id });
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
    tags: row.tags,
    createdAt: iso(row.createdAt),
    completedAt: isoOrNull(row.completedAt),
  };
}
