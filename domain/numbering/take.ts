import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, database, statement } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { refusal } from '../errors.ts';
import { assertAuthentic, COVERED } from '../shared/authentic-rows.ts';
import { copyLiveSeries } from './copy-live-series.ts';
import { countingYear, formatNumber, type Series } from './rules.ts';
import { findInUse, Place } from './take-turn.ts';

/** Maximum numbers that are compared with used ones in a statement. */
const MAX_AT_ONCE = 1000;

/** Numbers that the next certificates of a series get. */
export interface NextNumbers {
  numbers: readonly string[];
  counter: Counter;
  /** First serial of the series, with which a counter begins. */
  start: number;
  /** Serial that the counter has before and after they are taken. */
  from: number;
  to: number;
}

interface Counter {
  organisationId: string;
  seriesId: string;
  /** Year in which the series counts; 0 if it is never reset. */
  year: number;
}

/** Series by its name, and the number of certificates that need numbers. */
interface Wanted {
  name: string;
  timeZone: string;
  count: number;
}

/**
 * Returns the next numbers of a series without taking them. Numbers that certificates already have, for example imported ones, are
 * skipped. CONFLICT `no_such_series` if the organisation has no series of the name.
 */
export async function nextNumbers(em: EntityManager, context: DomainContext, wanted: Wanted): Promise<NextNumbers> {
  const { organisationId } = context;
  const { series, counter, next: from } = await findCounter(em, context, wanted);
  const now = context.now();
  const { numbers, to } = await freeNumbers(em, { ...wanted, organisationId, series, from, now });
  return { numbers, counter, start: series.start, from, to };
}

/** Returns numbers of a series that no certificate has, of serials not before `from`, and the serial after them. */
export async function freeNumbers(
  em: EntityManager,
  given: Omit<Wanted, 'name'> & { organisationId: string; series: Pick<Series, 'pattern'>; from: number; now: Date },
): Promise<{ numbers: string[]; to: number }> {
  const { organisationId, series, from, count, now, timeZone } = given;
  const numbers: string[] = [];
  let to = from;
  // Grows, so that thousands of used numbers take few statements.
  for (let size = count; numbers.length < count; size = Math.min(2 * size, MAX_AT_ONCE)) {
    const made = Array.from({ length: size }, (_, index) => formatNumber(series, to + index, now, timeZone));
    const used = await usedNumbers(em, organisationId, made);
    for (const number of made) {
      if (numbers.length === count) break;
      if (!used.has(number)) numbers.push(number);
      to++;
    }
  }
  return { numbers, to };
}

/**
 * Returns the next numbers of a series in a place among the calls of this process. Without other calls, they follow those that were taken.
 * `takeNumbers` finds whether certificates already have them.
 */
export async function expectNumbers(context: DomainContext, wanted: Wanted): Promise<NextNumbers & { place: Place }> {
  const { organisationId } = context;
  const { name, timeZone, count } = wanted;
  const now = context.now();
  const inUse = findInUse({ organisationId, name });
  const isCurrent = inUse?.year === (inUse && countingYear(inUse.series, now, timeZone));
  const { series, counter, next } =
    inUse && isCurrent
      ? { series: inUse.series, counter: { organisationId, seriesId: inUse.series.id, year: inUse.year }, next: 0 }
      : await findCounter(context.em(), context, wanted);
  const place = new Place({ organisationId, name, series, year: counter.year }, { next, count });
  const numbers = Array.from({ length: count }, (_, index) => formatNumber(series, place.from + index, now, timeZone));
  return { numbers, counter, start: series.start, from: place.from, to: place.from + count, place };
}

/** Returns the authentic series with its counter and next serial. CONFLICT `no_such_series` if the organisation has none of the name. */
async function findCounter(em: EntityManager, context: DomainContext, { name, timeZone }: Wanted) {
  const { organisationId } = context;
  const now = context.now();
  const find = async () => (await seriesWithCounters(em, { organisationId, name }))[0];
  const series = (await find()) ?? ((await copyLiveSeries(context, name)) ? await find() : undefined);
  if (!series) throw refusal('no_such_series', { name });
  assertAuthentic(context, 'number_series', series);
  const year = countingYear(series, now, timeZone);
  const next = series.counters?.find((counter) => counter.year === year)?.next ?? series.start;
  return { series, counter: { organisationId, seriesId: series.id, year }, next };
}

const seriesWithCounters = statement((db, { organisationId, name }: Bound<{ organisationId: string; name: string }>) =>
  db
    .selectFrom('number_series as s')
    .select([...COVERED.number_series.map((column) => `s.${column}` as const), 's.mac'])
    .select(
      sql<{ year: number; next: number }[] | null>`(
        select json_agg(json_build_object('year', n.year, 'next', n.next)) from number_counters n
        where n.organisation_id = s.organisation_id and n.series_id = s.id)`.as('counters'),
    )
    .where('s.organisationId', '=', organisationId)
    .where('s.name', '=', name),
);

/** Returns the next serial of a series in a year. */
export async function nextSerial(
  em: EntityManager,
  { organisationId, id, start, year }: { organisationId: string; id: string; start: number; year: number },
): Promise<number> {
  const row = await database(em)
    .selectFrom('number_counters')
    .select('next')
    .where('organisationId', '=', organisationId)
    .where('seriesId', '=', id)
    .where('year', '=', year)
    .executeTakeFirst();
  return row?.next ?? start;
}

async function usedNumbers(
  em: EntityManager,
  organisationId: string,
  numbers: readonly string[],
): Promise<Set<string>> {
  const rows = await database(em)
    .selectFrom('certificates')
    .select('number')
    .where('organisationId', '=', organisationId)
    .where('number', '=', sql<string>`any(${[...numbers]}::text[])`)
    .execute();
  return new Set(rows.flatMap(({ number }) => number ?? []));
}

/**
 * Takes numbers in the caller's transaction, which commits or rolls back with it. Returns false if another call took some of them
 * first, or a certificate has one. Otherwise the counter stays locked until the transaction ends.
 */
export async function takeNumbers(
  em: EntityManager,
  { numbers, counter, start, from, to }: NextNumbers,
): Promise<boolean> {
  const { organisationId, seriesId, year } = counter;
  const taken = await takeSerials(em, { organisationId, seriesId, year, start, from, to, numbers: [...numbers] });
  return taken.length > 0;
}

interface Serials extends Counter {
  start: number;
  from: number;
  to: number;
  numbers: string[];
}

const takeSerials = statement((db, value: Bound<Serials>) =>
  db
    .insertInto('number_counters')
    .columns(['organisationId', 'seriesId', 'year', 'next'])
    .expression(
      db
        .selectNoFrom([
          sql<string>`${value.organisationId}::uuid`.as('organisationId'),
          sql<string>`${value.seriesId}::uuid`.as('seriesId'),
          sql<number>`${value.year}::int`.as('year'),
          sql<number>`${value.to}::bigint`.as('next'),
        ])
        // Without its row, a counter is at its start. Later serials are only expected.
        .where(
          sql<boolean>`(${value.from}::bigint = ${value.start}::bigint or exists (select from number_counters n
            where n.organisation_id = ${value.organisationId} and n.series_id = ${value.seriesId} and n.year = ${value.year}))`,
        )
        .where(
          sql<boolean>`not exists (select from certificates c
            where c.organisation_id = ${value.organisationId} and c.number = any(${value.numbers}::text[]))`,
        ),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['organisationId', 'seriesId', 'year'])
        .doUpdateSet(({ ref }) => ({ next: ref('excluded.next') }))
        .where('number_counters.next', '=', value.from),
    )
    .returning('next'),
);

/** Locks the counter of a series until the transaction ends, so that its next numbers can be taken. */
export async function lockCounter(em: EntityManager, { counter, start }: NextNumbers): Promise<void> {
  const db = database(em);
  await db
    .insertInto('number_counters')
    .values({ ...counter, next: start })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .selectFrom('number_counters')
    .select('next')
    .where('organisationId', '=', counter.organisationId)
    .where('seriesId', '=', counter.seriesId)
    .where('year', '=', counter.year)
    .forUpdate()
    .execute();
}
