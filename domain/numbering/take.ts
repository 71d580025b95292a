import { sql } from 'kysely';
import { NumberSeries } from '../../database/entities/number-series.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { refusal } from '../errors.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { countingYear, formatNumber } from './rules.ts';

/** Maximum numbers that are compared with used ones in a statement. */
const MAX_AT_ONCE = 1000;

/** Numbers that the next certificates of a series get. */
export interface NextNumbers {
  numbers: readonly string[];
  counter: Counter;
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

/**
 * Returns the next numbers of a series without taking them. Numbers that certificates already have, for example imported ones, are
 * skipped. CONFLICT `no_such_series` if the organisation has no series of the name.
 */
export async function nextNumbers(
  em: EntityManager,
  context: DomainContext,
  { name, timeZone, count }: { name: string; timeZone: string; count: number },
): Promise<NextNumbers> {
  const { organisationId } = context;
  const series = await em.findOne(NumberSeries, { organisationId, name });
  if (!series) throw refusal('no_such_series', { name });
  assertAuthentic(context, 'number_series', series);
  const now = context.now();
  const year = countingYear(series, now, timeZone);
  const { id, start } = series;
  const from = await nextSerial(em, { organisationId, id, start, year });
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
  return { numbers, counter: { organisationId, seriesId: id, year }, from, to };
}

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
 * first. Otherwise the counter stays locked until the transaction ends.
 */
export async function takeNumbers(em: EntityManager, { counter, from, to }: NextNumbers): Promise<boolean> {
  const taken = await database(em)
    .insertInto('number_counters')
    .values({ ...counter, next: to })
    .onConflict((conflict) =>
      conflict
        .columns(['organisationId', 'seriesId', 'year'])
        .doUpdateSet({ next: to })
        .where('number_counters.next', '=', from),
    )
    .returning('next')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Locks the counter of a series until the transaction ends, so that its next numbers can be taken. */
export async function lockCounter(em: EntityManager, { counter, from }: NextNumbers): Promise<void> {
  const db = database(em);
  await db
    .insertInto('number_counters')
    .values({ ...counter, next: from })
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
