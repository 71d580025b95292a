import { Certificate as CertificateRow } from '../../database/entities/certificate.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { findPerson } from '../recipients/find-person.ts';
import { type After, certificatesOf, type Filter } from './filter.ts';
import { certificatesInRange, idsByExpiry, isByExpiry } from './filter-by-expiry.ts';
import { hasStates, idsByState } from './filter-by-state.ts';
import { toViews } from './read.ts';
import type { Certificate, CountCertificates, CountedCertificates, ListCertificates } from './schemas.ts';
import { searchIds } from './search.ts';

/** Maximum count of a list. Beyond it the exact number is not useful. */
const COUNTED = 10_000;

/** Returns a page of the organisation's certificates. No filter's cost grows with their number. */
export async function listCertificates(
  context: DomainContext,
  { limit, cursor, ...filter }: ListCertificates,
): Promise<{ certificates: Certificate[]; nextCursor: string | null }> {
  const em = context.em();
  const { ids, next } = await listIds(context, await complete(context, filter), { after: cursor, limit });
  const rows = await em.find(CertificateRow, { organisationId: context.organisationId, id: { $in: ids } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const certificates = await toViews(
    context,
    em,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
  return { certificates, nextCursor: next };
}

/** Adds the present time, and the addresses of the person in the filter. */
async function complete(context: DomainContext, given: CountCertificates): Promise<Filter> {
  const { organisationId } = context;
  const { recipientId } = given;
  const recipientIds = recipientId === undefined ? [] : await findPerson(context.em(), organisationId, recipientId);
  return { ...given, now: context.now(), recipientIds };
}

/** Returns the ids of a page. With a filter for states, a page can have fewer ids than `limit` even if `next` is given. */
async function listIds(
  { em: open, organisationId }: DomainContext,
  filter: Filter,
  { after, limit }: { after: After; limit: number },
): Promise<{ ids: string[]; next: string | null }> {
  const em = open();
  if (hasStates(filter)) return idsByState(em, organisationId, filter, { after, limit });
  const { search } = filter;
  const found = isByExpiry(filter)
    ? await idsByExpiry(em, organisationId, filter, { after, limit: limit + 1 })
    : search === undefined
      ? (
          await certificatesOf(em, organisationId, filter, after)
            .select('c.id')
            .limit(limit + 1)
            .execute()
        ).map(({ id }) => id)
      : await searchIds({ em, organisationId, filter: { ...filter, search }, after, limit: limit + 1 });
  return { ids: found.slice(0, limit), next: found.length > limit ? (found[limit - 1] ?? null) : null };
}

/** Returns the number of certificates that match a filter, up to `COUNTED`. Without a filter the count has no limit. */
export async function countCertificates(
  context: DomainContext,
  filter: CountCertificates,
): Promise<CountedCertificates> {
  const { organisationId } = context;
  const em = context.em();
  if (Object.entries(filter).every(([name, value]) => value === undefined || name === 'sort')) {
    const { count } = await database(em)
      .selectFrom('template_usage')
      .select(({ fn }) => fn.coalesce(fn.sum<number>('timesUsed'), fn.countAll<number>()).as('count'))
      .where('organisationId', '=', organisationId)
      .executeTakeFirstOrThrow();
    return { count: Number(count), isMore: false };
  }
  if (filter.search !== undefined || hasStates(filter)) {
    const { ids, isMore } = await collectIds(context, filter, COUNTED);
    return { count: ids.length, isMore };
  }
  const dated = await complete(context, filter);
  const matching = isByExpiry({ ...dated, sort: undefined })
    ? certificatesInRange(em, organisationId, dated)
    : certificatesOf(em, organisationId, dated, undefined);
  const { count } = await database(em)
    .selectFrom(
      matching
        .select('c.id')
        .limit(COUNTED + 1)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count: Math.min(count, COUNTED), isMore: count > COUNTED };
}

/** Maximum pages read before a list is reported as too long. */
const PAGES = 60;

/** Returns all ids that match a filter, up to `max`. `isMore` is true if there are more, or if finding out would take too long. */
export async function collectIds(
  context: DomainContext,
  filter: CountCertificates,
  max: number,
): Promise<{ ids: string[]; isMore: boolean }> {
  const ids: string[] = [];
  const completed = await complete(context, filter);
  let after: After;
  for (let page = 0; page < PAGES; page++) {
    const { ids: found, next } = await listIds(context, completed, { after, limit: max + 1 - ids.length });
    ids.push(...found);
    if (ids.length > max) return { ids: ids.slice(0, max), isMore: true };
    if (next === null) return { ids, isMore: false };
    after = next;
  }
  return { ids, isMore: true };
}
