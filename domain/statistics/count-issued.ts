import { LRUCache } from 'lru-cache';
import { jsonRows } from '../../database/json-rows.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { isSandbox } from '../shared/ids.ts';
import type { Month } from './list-months.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_COUNTS = 200_000;

interface Issued {
  month: string;
  templateId: string;
  count: number;
}

/** Cached counts of past months, by organisation and month. They change only in a sandbox, so each process counts others once. */
const counted = new LRUCache<string, readonly Issued[]>({
  maxSize: MAX_COUNTS,
  sizeCalculation: ({ length }) => length + 1,
});

/** Returns the certificates of each template by month, with imports. */
export async function countIssued(context: DomainContext, months: readonly Month[]): Promise<Issued[]> {
  const keyOf = (month: string) => `${context.organisationId} ${month}`;
  const known = months.map(({ month }) => counted.get(keyOf(month)));
  const unknown = months.filter((_, index) => known[index] === undefined);
  const rows = await countByTemplate(context, unknown);
  const byMonth = Map.groupBy(rows, ({ month }) => month);
  for (const { month, endsAt } of unknown) {
    // A transaction that began in the month can still commit later.
    const isOver = endsAt.getTime() + DAY_MS <= context.now().getTime();
    if (isOver && !isSandbox(context.organisationId)) counted.set(keyOf(month), byMonth.get(month) ?? []);
  }
  return [...known.flatMap((issued) => issued ?? []), ...rows];
}

/** Counts by an index alone: an id starts with its time, and the templates that were used have rows of their own. */
async function countByTemplate({ em, organisationId }: DomainContext, months: readonly Month[]): Promise<Issued[]> {
  if (months.length === 0) return [];
  const spans = months.map(({ month, fromId, toId }) => ({ month, fromId, toId }));
  const rows = await database(em())
    .selectFrom(['template_usage as u', jsonRows(spans, { month: 'text', fromId: 'uuid', toId: 'uuid' })])
    .select(({ selectFrom, fn }) => [
      'r.month',
      'u.templateId',
      selectFrom('certificates as c')
        .select(fn.countAll<number>().as('count'))
        .where('c.organisationId', '=', organisationId)
        .whereRef('c.templateId', '=', 'u.templateId')
        .whereRef('c.id', '>=', 'r.fromId')
        .whereRef('c.id', '<', 'r.toId')
        .$asScalar()
        .$notNull()
        .as('count'),
    ])
    .where('u.organisationId', '=', organisationId)
    .execute();
  return rows.filter(({ count }) => count > 0);
}
