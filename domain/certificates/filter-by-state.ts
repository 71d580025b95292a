import { type NotNull, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { type After, certificatesOf, type Filter, isOldestFirst } from './filter.ts';
import type { CountCertificates } from './schemas.ts';
import { searchIds } from './search.ts';

/** Certificates per statement, and statements per call. Each call does a bounded part of the work for rare states. */
const CHUNK = 2000;
const CHUNKS = 5;
/** Smaller chunk for filters with a search, which costs more per certificate. */
const SEARCHED = 200;

/** Returns true for filters on states that no index has: files and e-mails change often, and an expiry changes no row. */
export const hasStates = ({ renderStatus, emailStatus, status }: CountCertificates): boolean =>
  renderStatus !== undefined || emailStatus !== undefined || status === 'EXPIRED';

/**
 * Returns the ids that match a filter with states. Rare states come from their own indexes: refunds of failed renderings, failed imports,
 * and unsent e-mails. Otherwise a bounded number of certificates is read, so a page can have fewer than `limit` ids before the end. `next`
 * is where the next call continues; null at the end.
 */
export async function idsByState(
  em: EntityManager,
  organisationId: string,
  filter: Filter,
  { after, limit }: { after: After; limit: number },
): Promise<{ ids: string[]; next: string | null }> {
  const ids: string[] = [];
  let at = after;
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    const { candidates, isLast } = await readCandidates(em, organisationId, filter, at);
    ids.push(...(await withStates(em, organisationId, filter, candidates)));
    if (ids.length > limit) return { ids: ids.slice(0, limit), next: ids[limit - 1] ?? null };
    at = candidates.at(-1) ?? at;
    if (isLast) return { ids, next: null };
  }
  return { ids, next: at ?? null };
}

async function readCandidates(em: EntityManager, organisationId: string, filter: Filter, after: After) {
  const { search } = filter;
  const limit = search === undefined ? CHUNK : SEARCHED;
  const candidates =
    search === undefined
      ? await firstIds(em, organisationId, filter, after)
      : await searchIds({ em, organisationId, filter: { ...filter, search }, after, limit });
  return { candidates, isLast: candidates.length < limit };
}

/** Returns the ids that can have the states, in the filter's order. */
async function firstIds(em: EntityManager, organisationId: string, filter: Filter, after: After): Promise<string[]> {
  const direction = isOldestFirst(filter) ? 'asc' : 'desc';
  const compared = direction === 'asc' ? '>' : '<';
  const db = database(em);
  if (filter.renderStatus === 'FAILED') {
    const isAfter = (column: string) =>
      after === undefined ? sql`true` : sql`${sql.ref(column)} ${sql.raw(compared)} ${after}`;
    const { rows } = await sql<{ id: string }>`
      (select certificate_id as id from credit_entries
        where organisation_id = ${organisationId} and kind = 'REFUND' and certificate_id is not null
          and ${isAfter('certificate_id')} order by certificate_id ${sql.raw(direction)} limit ${CHUNK})
      union all
      (select id from certificates where organisation_id = ${organisationId} and import_failed and ${isAfter('id')}
        order by id ${sql.raw(direction)} limit ${CHUNK})
      order by id ${sql.raw(direction)} limit ${CHUNK}`.execute(db);
    return rows.map(({ id }) => id);
  }
  const statuses = unsent(filter.emailStatus);
  if (statuses.length > 0) {
    let emails = db
      .selectFrom('emails')
      .select('certificateId as id')
      .$narrowType<{ id: NotNull }>()
      .distinct()
      .where('organisationId', '=', organisationId)
      // Repeats the predicate of the partial index.
      .where(sql<boolean>`status not in ('SENT', 'DELIVERED') and certificate_id is not null`)
      .where('status', 'in', statuses)
      .orderBy('certificateId', direction)
      .limit(CHUNK);
    if (after !== undefined) emails = emails.where('certificateId', compared, after);
    return (await emails.execute()).map(({ id }) => id);
  }
  // The time of the expiry is compared afterwards. Otherwise one statement could read all certificates that are still valid.
  const query =
    filter.status === 'EXPIRED'
      ? certificatesOf(em, organisationId, { ...filter, status: undefined }, after).where('c.expiresAt', 'is not', null)
      : certificatesOf(em, organisationId, filter, after);
  const rows = await query.select('c.id').limit(CHUNK).execute();
  return rows.map(({ id }) => id);
}

const unsent = (status: Filter['emailStatus']) => {
  if (status === 'QUEUED') return ['QUEUED', 'SENDING'] as const;
  return status === 'BOUNCED' || status === 'FAILED' || status === 'UNCERTAIN' ? ([status] as const) : [];
};

/** Returns the ids that match the whole filter, in its order. */
async function withStates(em: EntityManager, organisationId: string, filter: Filter, ids: readonly string[]) {
  if (ids.length === 0) return [];
  let query = certificatesOf(em, organisationId, filter, undefined)
    .select('c.id')
    .where(sql<boolean>`c.id = any(${[...ids]}::uuid[])`);
  if (filter.renderStatus !== undefined) query = query.where('c.renderStatus', '=', filter.renderStatus);
  if (filter.emailStatus !== undefined) {
    const last = sql<string>`coalesce((select case e.status when 'SENDING' then 'QUEUED' else e.status end from emails e
      where e.organisation_id = c.organisation_id and e.certificate_id = c.id order by e.id desc limit 1), 'NONE')`;
    query = query.where(last, '=', filter.emailStatus);
  }
  return (await query.execute()).map(({ id }) => id);
}
