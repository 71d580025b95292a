import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { recipientIdOf } from '../recipients/identify.ts';
import { lowestIdAt } from '../shared/pages.ts';
import type { CountCertificates } from './schemas.ts';
import { hasState, VALID } from './state.ts';

/** Filter of a list, without the states of files and e-mails (`states.ts`) and the search (`search.ts`). */
export interface Filter extends CountCertificates {
  /** Reference time for states; the same for all pages that a call reads. */
  now: Date;
  /** Recipients of the same person as `recipientId`. */
  recipientIds?: readonly string[];
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
  if (filter.tag !== undefined) query = query.where(isTagged(organisationId, filter.tag));
  if (filter.externalId !== undefined) query = query.where('c.externalId', '=', filter.externalId);
  if (filter.status !== undefined) query = query.where(hasState(filter.status, filter.now));
  // One recipient can have more certificates than could be sorted, and their index has them in order.
  const [recipientId, ...others] = filter.recipientIds ?? [];
  if (others.length > 0) query = query.where(sql<boolean>`c.recipient_id = any(${[recipientId, ...others]}::uuid[])`);
  else if (filter.recipientId !== undefined)
    query = query.where('c.recipientId', '=', recipientId ?? filter.recipientId);
  if (filter.recipientEmail !== undefined)
    query = query.where('c.recipientId', '=', recipientIdOf(organisationId, filter.recipientEmail));
  if (filter.expiresAfter || filter.expiresBefore) query = query.where(expiresWithin(organisationId, filter));
  if (filter.renewed === 'true') query = query.where(hasRenewal(organisationId));
  if (filter.renewed === 'false') query = query.where(sql<boolean>`not ${hasRenewal(organisationId)}`);
  return query;
}

/**
 * Returns the condition that a certificate `c` expires in a range. The ids of the range come from the index on expiries first, as an array.
 * A plan in the order of ids would read all certificates until it finds enough.
 */
const expiresWithin = (organisationId: string, filter: Filter) => {
  const { from, until } = rangeOf(filter);
  return sql<boolean>`c.id = any(array(
    select d.id from certificates d where d.organisation_id = ${organisationId} and d.expires_at is not null
      and d.expires_at >= ${from} and d.expires_at < ${until}))`;
};

const EARLIEST = new Date('0001-01-01T00:00:00Z');
/** Exclusive bound, after the last time that an expiry can have. */
const LATEST = new Date('+010000-01-01T00:00:00Z');

/**
 * Returns the range of expiries that a filter can match. For valid certificates it starts now, so that those that expired in former years
 * are not read.
 */
export function rangeOf({ expiresAfter, expiresBefore, status, now }: Filter): { from: Date; until: Date } {
  const from = expiresAfter ?? EARLIEST;
  return { from: status === VALID && from < now ? now : from, until: expiresBefore ?? LATEST };
}

/** Returns the condition that a certificate `c` has a tag. Its index has them in the order of ids. */
const isTagged = (organisationId: string, tag: string) => sql<boolean>`c.id in (
    select g.certificate_id from certificate_tags g where g.organisation_id = ${organisationId} and g.key = search_letters(${tag}))`;

/** Returns the condition that a certificate `c` has a renewal. */
const hasRenewal = (organisationId: string) => sql<boolean>`exists (
    select from certificates n where n.organisation_id = ${organisationId} and n.renewal_of = c.id
      and n.renewal_of is not null and n.render_status <> 'FAILED')`;
