import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { recipientIdOf } from '../recipients/identify.ts';
import { lowestIdAt } from '../shared/pages.ts';
import type { CountCertificates } from './schemas.ts';
import { hasState } from './state.ts';

/** Filter of a list, without the states of files and e-mails (`states.ts`) and the search (`search.ts`). */
export interface Filter extends CountCertificates {
  /** Reference time for states; the same for all pages that a call reads. */
  now: Date;
}

/** Id of the certificate after which a page starts, in the order of the filter. */
export type After = string | undefined;

export const isOldestFirst = ({ sort }: Filter): boolean => sort === 'oldest';

/**
 * Returns a query for the organisation's certificates that match a filter, in its order, as the alias `c`. Every condition has an index or
 * matches most rows.
 */
export function certificatesOf(em: EntityManager, organisationId: string, filter: Filter, after: After) {
  const direction = isOldestFirst(filter) ? 'asc' : 'desc';
  let query = database(em)
    .selectFrom('certificates as c')
    .where('c.organisationId', '=', organisationId)
    .orderBy('c.id', direction);
  if (after !== undefined) query = query.where('c.id', direction === 'asc' ? '>' : '<', after);
  if (filter.createdAfter) query = query.where('c.id', '>=', lowestIdAt(filter.createdAfter));
  if (filter.createdBefore) query = query.where('c.id', '<', lowestIdAt(filter.createdBefore));
  if (filter.templateId !== undefined) query = query.where('c.templateId', '=', filter.templateId);
  if (filter.batchId !== undefined) query = query.where('c.batchId', '=', filter.batchId);
  if (filter.externalId !== undefined) query = query.where('c.externalId', '=', filter.externalId);
  if (filter.status !== undefined) query = query.where(hasState(filter.status, filter.now));
  if (filter.recipientId !== undefined) query = query.where('c.recipientId', '=', filter.recipientId);
  if (filter.recipientEmail !== undefined)
    query = query.where('c.recipientId', '=', recipientIdOf(organisationId, filter.recipientEmail));
  return query;
}
