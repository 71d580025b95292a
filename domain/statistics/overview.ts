import { sql } from 'kysely';
import { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/queue.ts';
import type { DomainContext } from '../context.ts';
import { readBalance } from '../credits/spend.ts';
import { lowestIdAt } from '../shared/pages.ts';
import { Count, DateTime, iso, Uuid } from '../shared/schemas.ts';

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Certificates among which those are looked for that wait or failed: the cost does not grow with a house's age. */
const LOOKED_AT = 10_000;
const SHOWN_ERRORS = 5;

export const Overview = z.object({
  credits: Count,
  days: z.array(z.object({ date: z.iso.date(), count: Count })).describe('Certificates of the last 30 days (UTC)'),
  waiting: Count.describe('Certificates whose rendering has not ended'),
  errors: z.array(
    z.object({
      kind: z.enum(['certificate', 'email', 'webhook']),
      id: Uuid.describe('The certificate, or the webhook'),
      about: z.string(),
      message: z.string(),
      at: DateTime,
    }),
  ),
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
  const { rows } = await sql<{ date: string; count: string }>`
    select d.date, (
      select count(*) from certificates c
      where c.organisation_id = ${context.organisationId} and c.id >= d.from and c.id < d.to) as count
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as d(date text, "from" uuid, "to" uuid)
    order by d.date`.execute(database(em));
  return rows.map(({ date, count }) => ({ date, count: Number(count) }));
}

async function countWaiting(em: EntityManager, { organisationId }: DomainContext): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) filter (where render_status in ('PENDING', 'RENDERING')) as count
    from (select render_status from certificates where organisation_id = ${organisationId}
          order by id desc limit ${LOOKED_AT}) c`.execute(database(em));
  return Number(rows[0]?.count ?? 0);
}

async function lastErrors(em: EntityManager, { organisationId }: DomainContext): Promise<Overview['errors']> {
  const { rows } = await sql<Omit<Overview['errors'][number], 'at'> & { at: string }>`
    (select 'certificate' as kind, id, recipient_name as about, 'could not be rendered; its credit was given back' as message,
        created_at as at
      from (select * from certificates where organisation_id = ${organisationId} order by id desc limit ${LOOKED_AT}) c
      where render_status = 'FAILED' order by id desc limit ${SHOWN_ERRORS})
    union all
    (select 'email', certificate_id, recipient, coalesce(error, 'was not sent'), coalesce(ended_at, created_at)
      from (select * from emails where organisation_id = ${organisationId} order by id desc limit ${LOOKED_AT}) e
      where status in ('FAILED', 'UNCERTAIN') order by id desc limit ${SHOWN_ERRORS})
    union all
    (select 'webhook', id, name, 'does not answer: ' || error_count || ' deliveries failed one after the other', updated_at
      from webhooks where organisation_id = ${organisationId} and status = 'ERROR' limit ${SHOWN_ERRORS})
    order by at desc limit ${SHOWN_ERRORS}`.execute(database(em));
  return rows.map((row) => ({ ...row, at: iso(new Date(row.at)) }));
}

async function readFirstSteps(em: EntityManager, { organisationId }: DomainContext): Promise<Overview['firstSteps']> {
  const { rows } = await sql<Overview['firstSteps']>`
    select exists (select from templates where organisation_id = o.id) as "hasTemplate",
      exists (select from certificates where organisation_id = o.id) as "hasCertificate",
      exists (select from api_keys where organisation_id = o.id and revoked_at is null) as "hasApiKey",
      (brand_color is not null or logo_url is not null or logo_token is not null) as "hasBranding"
    from organisations o where id = ${organisationId}`.execute(database(em));
  return rows[0] ?? { hasTemplate: false, hasCertificate: false, hasApiKey: false, hasBranding: false };
}
