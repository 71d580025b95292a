import { LockMode } from '@mikro-orm/core';
import type { z } from 'zod';
import { Batch } from '../../database/entities/batch.ts';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import { changedTags, MAX_TAGS } from '../../templates-engine/index.ts';
import { compareViews } from '../audit/compare.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound, validationError } from '../errors.ts';
import { changeAuthentic } from '../shared/authentic-rows.ts';
import { changeTagsOf } from './change-tags-of.ts';
import type { ChangeBatchTags, ChangedTags } from './schemas.ts';

/**
 * Adds tags to a batch and to its certificates, and removes others. Leaves out certificates that would have too many. VALIDATION_ERROR if
 * the batch itself would have too many. A tag that the batch already has, or no longer has, is still added to or removed from certificates.
 */
export async function changeBatchTags(
  context: ActingContext,
  { id, add, remove }: z.infer<typeof ChangeBatchTags>,
): Promise<z.infer<typeof ChangedTags>> {
  const { organisationId } = context;
  return context.em().transactional(async (em) => {
    const certificates = await database(em)
      .selectFrom('certificates')
      .select('id')
      .where('organisationId', '=', organisationId)
      .where('batchId', '=', id)
      .execute();
    const ids = certificates.map((one) => one.id);
    // Rendering locks a batch after its certificates, too.
    const { changed, full } = await changeTagsOf(em, context, { ids, change: { add, remove } });
    const batch = await em.findOne(Batch, { organisationId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!batch) throw notFound();
    const tags = changedTags(batch.tags, { add, remove });
    if (tags.length > MAX_TAGS) throw validationError(detail('add', 'too_many', { most: MAX_TAGS }));
    const changes = compareViews({ tags: batch.tags }, { tags });
    if (changes.length > 0) changeAuthentic(context, 'batches', batch, (row) => Object.assign(row, { tags }));
    if (changes.length + changed.length > 0)
      await recordAction(em, context, { action: 'batches.changeTags', subject: batch.id, changes });
    return { total: ids.length, changed: changed.length, full };
  });
}
