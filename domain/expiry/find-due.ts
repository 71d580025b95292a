import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { IS_RENEWED } from '../certificates/find-renewals.ts';
import { REPORTED_COLUMNS } from '../certificates/make-event.ts';
import type { Services } from '../context.ts';
import { COVERED, isAuthentic } from '../shared/authentic-rows.ts';
import { UTC } from '../shared/calendar.ts';
import { hasAuthenticNotices, NOTICE_COLUMNS } from './queries.ts';
import { type RemindersOf, readReminders } from './read-reminders.ts';
import type { Expiring } from './rules.ts';

/** Notices that were postponed run at their time, unless they are later than this (ms). */
const ON_TIME_MS = 60_000;

/**
 * Columns of a certificate `c` that decide about its notices, authenticate it or are in its events. Without its values, a page of thousands
 * stays small.
 */
const LOOK_COLUMNS = [
  ...new Set([...COVERED.certificates, ...REPORTED_COLUMNS].map((column) => `c.${column}` as const)),
  ...(['c.mac', 'c.templateOrganisationId', 'c.templateVersion', 'c.createdAt', 'c.timeZone'] as const),
] as const;

/** Values of a certificate `c` whose design `v` takes the language from one of them. */
const LANGUAGE_VALUES = sql<Record<string, string>>`
  case when jsonb_typeof(v.language) = 'object' then c.variables else '{}' end`;

/** Matches the schedules `d` of organisations that use the installation's clock. */
const IS_LIVE = sql`not is_sandbox(d.organisation_id)`;

/** Selects certificates `c` with their schedule `e`, whose rows stay locked. */
const selectExpiries = (em: EntityManager, now: Date) =>
  database(em)
    .selectFrom('expiries as e')
    .innerJoin('certificates as c', (join) =>
      join.onRef('c.organisationId', '=', 'e.organisationId').onRef('c.id', '=', 'e.certificateId'),
    )
    .innerJoin('organisations as o', (join) => join.on(sql<boolean>`o.id = live_organisation(c.organisation_id)`))
    .leftJoin('template_versions as v', (join) =>
      join
        .onRef('v.organisationId', '=', 'c.templateOrganisationId')
        .onRef('v.templateId', '=', 'c.templateId')
        .onRef('v.version', '=', 'c.templateVersion'),
    )
    .select(LOOK_COLUMNS)
    .select(LANGUAGE_VALUES.as('variables'))
    .select(IS_RENEWED.as('isRenewed'))
    .select(NOTICE_COLUMNS)
    .select(['v.language', 'o.timeZone as organisationZone'])
    .select(
      sql<boolean>`e.is_postponed and e.due_at > ${new Date(now.getTime() - ON_TIME_MS)}::timestamptz`.as('isOnTime'),
    )
    // Skipped, because a change of the certificate schedules another look.
    .forUpdate('e')
    .skipLocked();

/**
 * Returns the locked rows that are due, the longest due first. They are chosen before the join, which otherwise would read all due rows for
 * each page. Those of a sandbox are due by its own clock, and are chosen with its id.
 */
export const findDue = (
  em: EntityManager,
  now: Date,
  { sandboxId, limit }: { sandboxId: string | null; limit: number },
) =>
  selectExpiries(em, now)
    .where(
      sql<boolean>`e.ctid = any(array(select d.ctid from expiries d
        where ${sandboxId === null ? IS_LIVE : sql`d.organisation_id = ${sandboxId}`} and d.due_at <= ${now}::timestamptz
        order by d.due_at limit ${limit} for update skip locked))`,
    )
    .orderBy('e.dueAt')
    .execute();

/** Returns the locked rows of other certificates of the same recipients that have not expired. */
export function findOthers(
  em: EntityManager,
  now: Date,
  { looks, limit }: { looks: readonly Look[]; limit: number },
): Promise<DueRow[]> {
  const organisationIds = looks.map(({ organisationId }) => organisationId);
  const recipientIds = looks.map(({ recipientId }) => recipientId);
  return (
    selectExpiries(em, now)
      .where(
        sql<boolean>`(c.organisation_id, c.recipient_id) in (
        select * from unnest(${organisationIds}::uuid[], ${recipientIds}::uuid[]))`,
      )
      .where(sql<boolean>`c.id <> all(${looks.map(({ id }) => id)}::uuid[])`)
      // Repeats the predicate of the partial index.
      .where('c.recipientId', 'is not', null)
      .where('c.expiresAt', '>', now)
      .where('c.revokedAt', 'is', null)
      .orderBy('c.expiresAt')
      .limit(limit)
      .execute()
  );
}

/** A row of `findDue`. */
export type DueRow = Awaited<ReturnType<typeof findDue>>[number];

/** A row with everything that decides about its notices. */
export type Look = DueRow & Expiring & { organisationZone: string };

/**
 * Adds the reminders of the templates' current versions. Rows without them were changed outside Laurel, or their template was; they are
 * logged as security events, and `refused`.
 */
export async function lookAt(
  em: EntityManager,
  services: Services,
  rows: readonly DueRow[],
): Promise<{ looks: Look[]; refused: DueRow[] }> {
  const remindersOf = await readReminders(em, services, rows);
  const looks: Look[] = [];
  const refused: DueRow[] = [];
  for (const row of rows) {
    const look = lookOf(services, row, remindersOf);
    if (look) looks.push(look);
    else refused.push(row);
  }
  for (const { organisationId, id } of refused)
    services.meter.security('an expiry was not reported: a row was changed outside Laurel', { organisationId, id });
  return { looks, refused };
}

function lookOf(services: Services, row: DueRow, remindersOf: RemindersOf): Look | null {
  const reminders = remindersOf(row);
  if (reminders === null || !isAuthentic(services, 'certificates', row) || !hasAuthenticNotices(services, row))
    return null;
  const { expiresAt, revokedAt, organisationZone } = row;
  const zone = organisationZone ?? UTC;
  return { ...row, expiresAt: expiresAt ?? null, revokedAt: revokedAt ?? null, reminders, organisationZone: zone };
}
