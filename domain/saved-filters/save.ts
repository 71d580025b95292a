import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { PersonContext } from '../context.ts';
import { liveOf, newId } from '../shared/ids.ts';
import { assertRoom } from '../shared/quota.ts';
import type { SaveFilter } from './schemas.ts';

/** Saves a filter under a name. Replaces the caller's filter of this name. */
export async function saveFilter(
  context: PersonContext,
  { name, filter, isShared }: SaveFilter,
): Promise<{ id: string }> {
  // In test mode, too, filters are those of the live organisation, with its time.
  const live = { ...context, organisationId: liveOf(context.organisationId), now: context.jobTime };
  const { organisationId, person } = live;
  return context.em().transactional(async (em) => {
    const db = database(em);
    const where = sql`user_id = ${person.id} and name <> ${name}`;
    await assertRoom(em, { organisationId, quota: 'saved filters', table: 'saved_filters', where });
    const savedAt = live.now();
    const stored = sql<Record<string, string>>`${JSON.stringify(filter)}::jsonb`;
    const saved = await db
      .insertInto('saved_filters')
      .values({ organisationId, id: newId(savedAt), userId: person.id, name, filter: stored, isShared, savedAt })
      .onConflict((conflict) =>
        conflict.columns(['organisationId', 'userId', 'name']).doUpdateSet({ filter: stored, isShared, savedAt }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordAction(em, live, { action: 'savedFilters.save', subject: name });
    return saved;
  });
}
