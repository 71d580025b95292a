import { type Expression, sql } from 'kysely';
import { z } from 'zod';
import { jsonRows } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { readBalance } from '../credits/spend.ts';
import { lowestIdAt } from '../shared/pages.ts';
import { Count, iso } from '../shared/schemas.ts';
import { LastError, lastErrors, SEARCHED } from './last-errors.ts';

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export const Overview = z.object({
  credits: Count,
  days: z.array(z.object({ date: z.iso.date(), count: Count })).describe('Certificates of the last 30 days (UTC)'),
  waiting: Count.describe('Certificates whose rendering has not ended'),
  errors: z.array(LastError),
  firstSteps: z.object({
    hasTemplate: z.boolean(),
    hasCertificate: z.boolean(),
    hasBranding: z.boolean(),
    hasApiKey: z.boolean(),
  }),
});
type Overview = z.infer<typeof Overview>;

/** What an organisation's people want to know first. */
export async function readOverview(context: DomainContext): Promise<Overview> {
  const [credits, days, waiting, errors, firstSteps] = await Promise.all([
    readBalance(context.em(), context.organisationId),
    countDays(context.em(), context),
    countWaiting(context.em(), context),
    lastErrors(context.em(), context),
    readFirstSteps(context.em(), context),
  ]);
  return { credits, days, waiting, errors, firstSteps };
}

/** Counted by the keys alone: an id begins with its time. */
async function countDays(em: EntityManager, context: DomainContext): Promise<Overview['days']> {
  const today = Math.floor(context.now().getTime() / DAY_MS) * DAY_MS;
  const starts = Array.from({ length: DAYS }, (_, index) => new Date(today - (DAYS - 1 - index) * DAY_MS));
  const spans = starts.map((start) => ({
    date: iso(start).slice(0, 10),
    from: lowestIdAt(start),
    to: lowestIdAt(new Date(start.getTime() + DAY_MS)),
  }));
  return database(em)
    .selectFrom(jsonRows(spans, { date: 'text', from: 'uuid', to: 'uuid' }))
    .select(({ selectFrom, fn }) => [
      'r.date',
      selectFrom('certificates as c')
        .select(fn.countAll<number>().as('count'))
        .where('c.organisationId', '=', context.organisationId)
        .whereRef('c.id', '>=', 'r.from')
        .whereRef('c.id', '<', 'r.to')
        .$asScalar()
        .$notNull()
        .as('count'),
    ])
    .orderBy('r.date')
    .execute();
}

async function countWaiting(em: EntityManager, { organisationId }: DomainContext): Promise<number> {
  const { count } = await database(em)
    .selectFrom(({ selectFrom }) =>
      selectFrom('certificates')
        .select('renderStatus')
        .where('organisationId', '=', organisationId)
        .orderBy('id', 'desc')
        .limit(SEARCHED)
        .as('c'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('c.renderStatus', 'in', ['PENDING', 'RENDERING'])
    .executeTakeFirstOrThrow();
  return count;
}

async function readFirstSteps(em: EntityManager, { organisationId }: DomainContext): Promise<Overview['firstSteps']> {
  const has = (query: Expression<unknown>) => sql<boolean>`exists ${query}`;
  const steps = await database(em)
    .selectFrom('organisations as o')
    .select(({ selectFrom }) => [
      has(selectFrom('templates').select('id').whereRef('organisationId', '=', 'o.id')).as('hasTemplate'),
      has(selectFrom('certificates').select('id').whereRef('organisationId', '=', 'o.id')).as('hasCertificate'),
      has(
        selectFrom('api_keys').select('id').whereRef('organisationId', '=', 'o.id').where('revokedAt', 'is', null),
      ).as('hasApiKey'),
      sql<boolean>`brand_color is not null or logo_url is not null or logo_token is not null`.as('hasBranding'),
    ])
    .where('o.id', '=', organisationId)
    .executeTakeFirst();
  return steps ?? { hasTemplate: false, hasCertificate: false, hasApiKey: false, hasBranding: false };
}
