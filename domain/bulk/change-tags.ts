import { sql } from 'kysely';
import type { z } from 'zod';
import { jsonRows } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { changedTags, MAX_TAGS } from '../../templates-engine/index.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { chosenIds } from './choose.ts';
import type { ChangedTags, ChangeTags } from './schemas.ts';

/** Certificates per transaction, so that their rows are locked only briefly. */
const CHUNK = 500;

/**
 * Adds tags to the selected certificates and removes others. Leaves out certificates that would have too many. Commits in chunks; a call
 * after a failure changes the rest, because adding or removing a tag twice has no effect.
 */
export async function changeTags(
  context: ActingContext,
  { selection, add, remove }: z.infer<typeof ChangeTags>,
): Promise<z.infer<typeof ChangedTags>> {
  // Sorted, so that concurrent transactions lock rows in the same order.
  const ids = (await chosenIds(context, selection)).sort();
  const answer = { total: ids.length, changed: 0, full: 0 };
  for (let at = 0; at < ids.length; at += CHUNK) {
    const chunk = ids.slice(at, at + CHUNK);
    await context.em().transactional(async (em) => {
      const { changed, full } = await changeChunk(em, context, { ids: chunk, change: { add, remove } });
      answer.changed += changed.length;
      answer.full += full;
      const [first] = changed;
      if (first === undefined) return;
      const recorded =
        ids.length === 1
          ? { action: 'certificates.changeTags' as const, subject: first }
          : { action: 'certificates.changeTagsOfMany' as const, subject: String(changed.length) };
      await recordAction(em, context, recorded);
    });
  }
  return answer;
}

/** Changes the tags of certificates. Returns the ids of those that changed, and the number of those that would have too many. */
async function changeChunk(
  em: EntityManager,
  { organisationId }: ActingContext,
  { ids, change }: { ids: readonly string[]; change: Pick<z.infer<typeof ChangeTags>, 'add' | 'remove'> },
): Promise<{ changed: string[]; full: number }> {
  const db = database(em);
  const rows = await db
    .selectFrom('certificates')
    .select(['id', 'tags'])
    .where('organisationId', '=', organisationId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const wanted = rows
    .map(({ id, tags: former }) => ({ id, former, tags: changedTags(former, change) }))
    .filter(({ former, tags }) => JSON.stringify(tags) !== JSON.stringify(former));
  const changed = wanted.filter(({ tags }) => tags.length <= MAX_TAGS).map(({ id, tags }) => ({ id, tags }));
  if (changed.length > 0)
    await db
      .updateTable('certificates as c')
      .from(jsonRows(changed, { id: 'uuid', tags: 'text[]' }))
      .set(({ ref }) => ({ tags: ref('r.tags') }))
      .where('c.organisationId', '=', organisationId)
      .whereRef('c.id', '=', 'r.id')
      .execute();
  return { changed: changed.map(({ id }) => id), full: wanted.length - changed.length };
}
