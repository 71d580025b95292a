import type { z } from 'zod';
import { database } from '../../database/sql.ts';
import type { PersonContext } from '../context.ts';
import { liveOf } from '../shared/ids.ts';
import { iso } from '../shared/schemas.ts';
import type { SavedFilters } from './schemas.ts';

/** Returns the caller's filters and the shared ones of other members, by name. */
export async function listSavedFilters(context: PersonContext): Promise<z.infer<typeof SavedFilters>> {
  const { person } = context;
  const organisationId = liveOf(context.organisationId);
  const rows = await database(context.em())
    .selectFrom('saved_filters')
    .select(['id', 'userId', 'name', 'filter', 'isShared', 'savedAt'])
    .where('organisationId', '=', organisationId)
    .where(({ eb, or }) => or([eb('userId', '=', person.id), eb('isShared', '=', true)]))
    .orderBy('name')
    .orderBy('id')
    .execute();
  const filters = rows.map(({ userId, savedAt, ...row }) => ({
    ...row,
    isOwn: userId === person.id,
    savedAt: iso(savedAt),
  }));
  return { filters };
}
