import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { PersonContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { liveOf } from '../shared/ids.ts';

/** Deletes a filter of the caller; NOT_FOUND for another member's. */
export async function deleteSavedFilter(context: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  // In test mode, too, filters are those of the live organisation, with its time.
  const live = { ...context, organisationId: liveOf(context.organisationId), now: context.jobTime };
  const { organisationId, person } = live;
  return context.em().transactional(async (em) => {
    const deleted = await database(em)
      .deleteFrom('saved_filters')
      .where('organisationId', '=', organisationId)
      .where('userId', '=', person.id)
      .where('id', '=', id)
      .returning(['id', 'name'])
      .executeTakeFirst();
    if (!deleted) throw notFound();
    await recordAction(em, live, { action: 'savedFilters.delete', subject: deleted.name });
    return { id: deleted.id };
  });
}
