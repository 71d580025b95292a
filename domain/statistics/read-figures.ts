import { z } from 'zod';
import type { DomainContext } from '../context.ts';
import { Count, Day, Uuid } from '../shared/schemas.ts';
import { type Counts, countByMonth, type MonthCounts, NONE } from './count-by-month.ts';
import { listMonths } from './list-months.ts';
import { nameTemplates } from './name-templates.ts';

const MAX_MONTHS = 36;

export const FiguresPeriod = z.strictObject({
  until: Day.describe('Any day of the last month; today by default').optional(),
  months: z.int().min(1).max(MAX_MONTHS).default(12),
});
type FiguresPeriod = z.infer<typeof FiguresPeriod>;

export const ReadFigures = FiguresPeriod.extend({
  templateId: Uuid.describe('The months are those of this template').optional(),
});

const COUNTS = {
  issued: Count.describe('Certificates, without imports'),
  imported: Count,
  delivered: Count.describe('E-mails with certificates that were sent and did not bounce'),
  viewed: Count.describe('Views of verification pages by people'),
  linkedIn: Count.describe('Uses of the button that adds a certificate to a LinkedIn profile'),
  verified: Count.describe('Verifications by programs: calls of the API, and requests for the page that are no views'),
};

export const Figures = z.object({
  months: z.array(z.object({ month: z.string().describe('YYYY-MM, in UTC'), ...COUNTS })),
  templates: z
    .array(z.object({ templateId: Uuid.nullable(), name: z.string().nullable(), ...COUNTS }))
    .describe('Templates with any of them, most issued first; null for imports without a template'),
});
type Figures = z.infer<typeof Figures>;

/** Returns the figures of an organisation by month and by template. */
export async function readFigures(context: DomainContext, input: z.infer<typeof ReadFigures>): Promise<Figures> {
  const { months, rows } = await countPeriod(context, input);
  const { templateId: chosen } = input;
  const ofChosen = chosen === undefined ? rows : rows.filter(({ templateId }) => templateId === chosen);
  const byMonth = Map.groupBy(ofChosen, ({ month }) => month);
  const byTemplate = Map.groupBy(rows, ({ templateId }) => templateId);
  const names = await nameTemplates(context);
  return {
    months: months.map((month) => ({ month, ...sumOf(byMonth.get(month) ?? []) })),
    templates: [...byTemplate]
      .map(([templateId, counts]) => ({ templateId, name: nameOf(names, templateId), ...sumOf(counts) }))
      .sort((a, b) => b.issued - a.issued || b.imported - a.imported || b.viewed - a.viewed),
  };
}

/** Returns the figures of each template by month, for an export: oldest month first, then by name. */
export async function listFigures(context: DomainContext, input: FiguresPeriod) {
  const { rows } = await countPeriod(context, input);
  const names = await nameTemplates(context);
  return rows
    .map((row) => ({ ...row, template: nameOf(names, row.templateId) }))
    .sort((a, b) => compare(a.month, b.month) || compare(a.template ?? '', b.template ?? ''));
}

async function countPeriod(context: DomainContext, { until, months: count }: FiguresPeriod) {
  const now = context.now();
  const months = listMonths({ last: until === undefined ? now : new Date(until), count, now });
  return { months: months.map(({ month }) => month), rows: await countByMonth(context, months) };
}

const nameOf = (names: ReadonlyMap<string, string>, templateId: string | null): string | null =>
  (templateId !== null && names.get(templateId)) || null;

function sumOf(rows: readonly MonthCounts[]): Counts {
  const sum = { ...NONE };
  for (const row of rows) for (const name of Object.keys(NONE) as (keyof Counts)[]) sum[name] += row[name];
  return sum;
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
