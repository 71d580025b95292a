import { sql } from 'kysely';
import { jsonRows } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { certificateEvent } from '../certificates/make-event.ts';
import type { Services } from '../context.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { type DueRow, findDue, lookAt } from './find-due.ts';
import { hasNotices } from './queries.ts';
import { requestDigests } from './request-digests.ts';
import { requestReminders } from './request-reminders.ts';
import { dueAt } from './rules.ts';
import type { Decided, Scheduled } from './types.ts';

/** Rows of a transaction. Smaller pages take longer in total, because each has the same number of statements. */
export const PAGE = 2000;
/** Certificates of an organisation with notices in one run. Others are postponed. */
const AT_ONCE = 1000;
/** Span in ms over which postponed notices are spread. */
const SPREAD_MS = 50 * 60_000;
/** Pause in ms before the next look at a row that was changed outside Laurel. */
const REFUSED_MS = 60 * 60_000;

/**
 * Records the notices of one page of due certificates: events, mails and the next looks. Returns the number of rows that were due.
 * `noticed` counts certificates with notices by organisation. With `sandboxId`, the page is that of a sandbox, whose services are given.
 */
export async function recordPage(
  services: Services,
  { noticed, sandboxId = null }: { noticed: Map<string, number>; sandboxId?: string | null },
): Promise<number> {
  return services.em().transactional(async (em) => {
    const now = services.now();
    const rows = await findDue(em, now, { sandboxId, limit: PAGE });
    const { looks, refused } = await lookAt(em, services, rows);
    const decided = looks.map((look) => ({ look, due: dueAt(look, now) }));
    // A sandbox does not wait.
    const { taken, postponed } = sandboxId ? { taken: decided, postponed: [] } : choose(decided, noticed);
    const saved = await requestReminders(em, services, taken, now);
    const known = new Set(saved.map(({ certificateId }) => certificateId));
    await requestDigests(em, services, taken, { saved, now, areMany: rows.length === PAGE });
    const schedules = [
      ...saved,
      ...postponed
        .filter(({ look }) => !known.has(look.certificateId))
        .map(({ look }) => laterOf(look, now.getTime() + Math.random() * SPREAD_MS, true)),
      ...refused.map((row) => laterOf(row, now.getTime() + REFUSED_MS, false)),
    ];
    // The events are prepared while PostgreSQL saves the schedules.
    await Promise.all([
      saveSchedules(em, services, schedules),
      publishEvents(
        em,
        services,
        taken.flatMap(({ look, due }) => due.events.map((type) => certificateEvent(type, look))),
      ),
    ]);
    return rows.length;
  });
}

/** Separates the certificates beyond an organisation's limit. Those without a notice, and those whose turn it is, do not count. */
function choose(decided: readonly Decided[], noticed: Map<string, number>) {
  const taken: Decided[] = [];
  const postponed: Decided[] = [];
  for (const one of decided) {
    const { look, due } = one;
    const hasNotice = due.events.length > 0 || due.reminder !== null;
    if (!hasNotice || look.isOnTime) {
      taken.push(one);
      continue;
    }
    const count = (noticed.get(look.organisationId) ?? 0) + 1;
    noticed.set(look.organisationId, count);
    (count > AT_ONCE ? postponed : taken).push(one);
  }
  return { taken, postponed };
}

const laterOf = ({ organisationId, certificateId }: DueRow, time: number, isPostponed: boolean): Scheduled => ({
  ...{ organisationId, certificateId, dueAt: new Date(time), isPostponed },
});

const TYPES = {
  ...{
    organisationId: 'uuid',
    certificateId: 'uuid',
    dueAt: 'timestamptz',
    isPostponed: 'boolean',
    isNoticed: 'boolean',
  },
  ...{ expiringFor: 'text[]', expiredFor: 'text[]', remindedFor: 'timestamptz', remindedDays: 'integer' },
  ...{ emailId: 'uuid', digestAt: 'timestamptz', mac: 'bytea' },
} as const;

/** Saves schedules whose rows the transaction has locked. */
async function saveSchedules(em: EntityManager, services: Services, schedules: readonly Scheduled[]): Promise<void> {
  if (schedules.length === 0) return;
  const rows = schedules.map(({ notices, ...schedule }) => {
    const known = notices ?? {
      expiringFor: [],
      expiredFor: [],
      remindedFor: null,
      remindedDays: null,
      emailId: null,
      digestAt: null,
    };
    const row = { ...schedule, ...known };
    return { ...row, isNoticed: notices !== undefined, mac: hasNotices(row) ? macOf(services, 'expiries', row) : null };
  });
  await sql`
    update expiries e set due_at = r.due_at, is_postponed = r.is_postponed,
      expiring_for = case when r.is_noticed then r.expiring_for else e.expiring_for end,
      expired_for = case when r.is_noticed then r.expired_for else e.expired_for end,
      reminded_for = case when r.is_noticed then r.reminded_for else e.reminded_for end,
      reminded_days = case when r.is_noticed then r.reminded_days else e.reminded_days end,
      email_id = case when r.is_noticed then r.email_id else e.email_id end,
      digest_at = case when r.is_noticed then r.digest_at else e.digest_at end,
      mac = case when r.is_noticed then r.mac else e.mac end
    from ${jsonRows(rows, TYPES)}
    where e.organisation_id = r.organisation_id and e.certificate_id = r.certificate_id`.execute(database(em));
}
