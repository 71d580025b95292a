import { type Expression, sql } from 'kysely';
import { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { readBalance } from '../credits/spend.ts';
import { liveOf } from '../shared/ids.ts';
import { Count } from '../shared/schemas.ts';
import { Days, readDays } from './read-days.ts';
import { EmailOutcomes, readEmailOutcomes } from './read-email-outcomes.ts';
import { LastError, lastErrors, SEARCHED } from './read-last-errors.ts';

export const Overview = z.object({
  credits: Count,
  days: Days.describe(
    'Certificates issued, verifications, and views of verification pages by people on each of the last 30 days (UTC)',
  ),
  emails: EmailOutcomes,
  waiting: Count.describe('Certificates whose rendering has neither completed nor failed'),
  errors: z.array(LastError),
  firstSteps: z.object({
    hasTemplate: z.boolean(),
    hasCertificate: z.boolean(),
    hasBranding: z.boolean(),
    hasApiKey: z.boolean(),
  }),
});
type Overview = z.infer<typeof Overview>;

/** Returns the figures of an organisation's start page. */
export async function readOverview(context: DomainContext): Promise<Overview> {
  const [credits, days, emails, waiting, errors, firstSteps] = await Promise.all([
    readBalance(context.em(), context.organisationId),
    readDays(context.em(), context),
    readEmailOutcomes(context.em(), context),
    countWaiting(context.em(), context),
    lastErrors(context.em(), context),
    readFirstSteps(context.em(), context),
  ]);
  return { credits, days, emails, waiting, errors, firstSteps };
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
    .where('o.id', '=', liveOf(organisationId))
    .executeTakeFirst();
  return steps ?? { hasTemplate: false, hasCertificate: false, hasApiKey: false, hasBranding: false };
}
