import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { jsonRows } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { atMost } from '../shared/entries.ts';
import { isSandbox } from '../shared/ids.ts';
import { lowestIdAt } from '../shared/pages.ts';
import { Count, iso } from '../shared/schemas.ts';

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export const Days = z.array(z.object({ date: z.iso.date(), count: Count, verified: Count, viewed: Count }));

/** Cached counts of past days, by organisation and day. They change only in a sandbox, so each process counts others once. */
const counted = new LRUCache<string, number>(atMost(20_000));

/** Returns the certificates, verifications and views by people of each of the last 30 days (UTC), oldest first. */
export async function readDays(em: EntityManager, context: DomainContext): Promise<z.infer<typeof Days>> {
  const today = Math.floor(context.now().getTime() / DAY_MS) * DAY_MS;
  const dates = Array.from({ length: DAYS }, (_, index) =>
    iso(new Date(today - (DAYS - 1 - index) * DAY_MS)).slice(0, 10),
  );
  const keyOf = (date: string) => `${context.organisationId} ${date}`;
  const unknown = dates.filter((date) => counted.get(keyOf(date)) === undefined);
  const counts = await countIssued(em, context, unknown);
  // A transaction that began before midnight can still commit on the last day.
  if (!isSandbox(context.organisationId))
    for (const [date, count] of counts) if (date < (dates.at(-2) ?? '')) counted.set(keyOf(date), count);
  const looks = await countVerified(em, context, dates[0] ?? '');
  return dates.map((date) => ({
    date,
    count: counts.get(date) ?? counted.get(keyOf(date)) ?? 0,
    verified: looks.get(date)?.hits ?? 0,
    viewed: looks.get(date)?.views ?? 0,
  }));
}

/** Counts certificates by their keys alone, because an id starts with its time. */
async function countIssued(em: EntityManager, { organisationId }: DomainContext, dates: readonly string[]) {
  const spans = dates.map((date) => {
    const start = new Date(date);
    return { date, from: lowestIdAt(start), to: lowestIdAt(new Date(start.getTime() + DAY_MS)) };
  });
  const rows = await database(em)
    .selectFrom(jsonRows(spans, { date: 'text', from: 'uuid', to: 'uuid' }))
    .select(({ selectFrom, fn }) => [
      'r.date',
      selectFrom('certificates as c')
        .select(fn.countAll<number>().as('count'))
        .where('c.organisationId', '=', organisationId)
        .whereRef('c.id', '>=', 'r.from')
        .whereRef('c.id', '<', 'r.to')
        .$asScalar()
        .$notNull()
        .as('count'),
    ])
    .execute();
  return new Map(rows.map(({ date, count }) => [date, count]));
}

async function countVerified(em: EntityManager, { organisationId }: DomainContext, from: string) {
  const rows = await database(em)
    .selectFrom('verification_days')
    .select([sql<string>`day::text`.as('date'), sumOf('hits'), sumOf('views')])
    .where('organisationId', '=', organisationId)
    .where('day', '>=', from)
    .groupBy('day')
    .execute();
  return new Map(rows.map(({ date, ...counts }) => [date, counts]));
}

/** Adds up the rows of templates. */
const sumOf = <Name extends 'hits' | 'views'>(name: Name) => sql<number>`sum(${sql.ref(name)})::bigint`.as(name);
