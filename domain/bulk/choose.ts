import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import { collectIds } from '../certificates/list.ts';
import type { DomainContext } from '../context.ts';
import { notFound, validationError } from '../errors.ts';
import { MAX_CHOSEN } from '../limits.ts';
import type { Selection } from './schemas.ts';

/**
 * Returns the ids of the selected certificates of the organisation. NOT_FOUND if one does not exist; VALIDATION_ERROR if a filter matches
 * no certificate or too many.
 */
export async function chosenIds(context: DomainContext, selection: Selection): Promise<string[]> {
  if ('ids' in selection) return ownIds(context, [...new Set(selection.ids.map((id) => id.toLowerCase()))]);
  const except = new Set(selection.except?.map((id) => id.toLowerCase()));
  const { ids, isMore } = await collectIds(context, selection.filter, MAX_CHOSEN + except.size);
  const chosen = ids.filter((id) => !except.has(id));
  if (isMore || chosen.length > MAX_CHOSEN)
    throw validationError(detail('selection.filter', 'too_many', { most: MAX_CHOSEN }));
  if (chosen.length === 0) throw validationError(detail('selection.filter', 'nothing_selected'));
  return chosen;
}

async function ownIds({ em, organisationId }: DomainContext, ids: string[]): Promise<string[]> {
  const found = await database(em())
    .selectFrom('certificates')
    .select('id')
    .where('organisationId', '=', organisationId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  if (found.length < ids.length) throw notFound();
  return ids;
}
