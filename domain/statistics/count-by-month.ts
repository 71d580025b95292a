import { sql } from 'kysely';
import { jsonRows } from '../../database/json-rows.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { NIL_ID } from '../shared/ids.ts';
import { countIssued } from './count-issued.ts';
import type { Month } from './list-months.ts';

export interface Counts {
  issued: number;
  imported: number;
  delivered: number;
  viewed: number;
  linkedIn: number;
  verified: number;
}

/** Counts of a template in a month. `templateId` is null for certificates that were imported without a template. */
export interface MonthCounts extends Counts {
  month: string;
  templateId: string | null;
}

type Part = { month: string; templateId: string | null } & Partial<Counts>;

/** Returns the counts of each template by month. Pairs without any are omitted. */
export async function countByMonth(context: DomainContext, months: readonly Month[]): Promise<MonthCounts[]> {
  if (months.length === 0) return [];
  const [all, imported, delivered, looks] = await Promise.all([
    countIssued(context, months),
    countImported(context, months),
    countDelivered(context, months),
    countLooks(context, months),
  ]);
  const sums = new Map<string, MonthCounts>();
  const add = ({ month, templateId, ...counts }: Part) => {
    const key = `${month} ${templateId}`;
    const sum = sums.get(key) ?? { month, templateId, ...NONE };
    for (const [name, count] of Object.entries(counts)) sum[name as keyof Counts] += count;
    sums.set(key, sum);
  };
  for (const { count, ...of } of all) add({ ...of, issued: count });
  for (const { count, ...of } of imported)
    add({ ...of, imported: count, ...(of.templateId !== null && { issued: -count }) });
  for (const { count, ...of } of delivered) add({ ...of, delivered: count });
  for (const look of looks) add(look);
  return [...sums.values()];
}

export const NONE: Counts = { issued: 0, imported: 0, delivered: 0, viewed: 0, linkedIn: 0, verified: 0 };

const spansOf = (months: readonly Month[]) =>
  jsonRows(
    months.map(({ month, fromId, toId }) => ({ month, fromId, toId })),
    { month: 'text', fromId: 'uuid', toId: 'uuid' },
  );

/** Counts by an index of imports alone. */
const countImported = ({ em, organisationId }: DomainContext, months: readonly Month[]) =>
  database(em())
    .selectFrom(spansOf(months))
    .innerJoin('certificates as c', (join) =>
      join.onRef('c.id', '>=', 'r.fromId').onRef('c.id', '<', 'r.toId').on('c.importPayment', 'is not', null),
    )
    .select(({ fn }) => ['r.month', 'c.templateId', fn.countAll<number>().as('count')])
    .where('c.organisationId', '=', organisationId)
    .groupBy(['r.month', 'c.templateId'])
    .execute();

/** Counts e-mails that a server accepted and that did not bounce, in the month of their request, by an index of them alone. */
const countDelivered = ({ em, organisationId }: DomainContext, months: readonly Month[]) =>
  database(em())
    .selectFrom(spansOf(months))
    .innerJoin('emails as e', (join) => join.onRef('e.id', '>=', 'r.fromId').onRef('e.id', '<', 'r.toId'))
    .select(({ fn }) => ['r.month', 'e.templateId', fn.countAll<number>().as('count')])
    .where('e.organisationId', '=', organisationId)
    // Literals, because a plan for parameters cannot use the partial index.
    .where(sql<boolean>`e.kind = 'CERTIFICATE' and e.status in ('SENT', 'DELIVERED')`)
    .groupBy(['r.month', 'e.templateId'])
    .execute();

async function countLooks({ em, organisationId }: DomainContext, months: readonly Month[]): Promise<Part[]> {
  const rows = await database(em())
    .selectFrom('verification_days')
    .select([
      sql<string>`to_char(day, 'YYYY-MM')`.as('month'),
      'templateId',
      sql<number>`sum(views)::bigint`.as('viewed'),
      sql<number>`sum(linked_in)::bigint`.as('linkedIn'),
      sql<number>`sum(hits - views)::bigint`.as('verified'),
    ])
    .where('organisationId', '=', organisationId)
    .where('day', '>=', months[0]?.firstDay ?? '')
    .where('day', '<', months.at(-1)?.nextDay ?? '')
    .groupBy(['month', 'templateId'])
    .execute();
  return rows.map((row) => ({ ...row, templateId: row.templateId === NIL_ID ? null : row.templateId }));
}
