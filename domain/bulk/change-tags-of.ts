import { sql } from 'kysely';
import type { z } from 'zod';
import { jsonRows } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { changedTags, MAX_TAGS } from '../../templates-engine/index.ts';
import type { ActingContext } from '../context.ts';
import type { ChangeTags } from './schemas.ts';

/** Changes the tags of certificates. Returns the ids of those that changed, and the number of those that would have too many. */
export async function changeTagsOf(
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
