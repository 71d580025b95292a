import { jsonRows } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { emailLanguage } from '../../email-templates/index.ts';
import type { Services } from '../context.ts';
import { type Reminder, requestReminderEmails } from '../emails/request-reminders.ts';
import { dayOf, endOfDay, startOfDay } from '../shared/calendar.ts';
import { newId } from '../shared/ids.ts';
import { remember } from '../shared/remember.ts';
import { versionLanguage } from '../templates/read-variables.ts';
import { findOthers, type Look, lookAt } from './find-due.ts';
import { dueReminder, nextAt } from './rules.ts';
import type { Decided, Scheduled } from './types.ts';

/** Further certificates that are added to the mails of a page. */
const ADDED = 4000;

/** A mail of a recipient in a language. */
interface Group extends Reminder {
  isNew: boolean;
}

/**
 * Requests the mails of reminders that are due: at most one a day for each organisation, recipient and language. A mail takes along the
 * recipient's other certificates whose reminders are due on the same day. A second one waits for the next day. Returns all schedules. The
 * number of statements does not grow with the organisations.
 */
export async function requestReminders(
  em: EntityManager,
  services: Services,
  taken: readonly Decided[],
  now: Date,
): Promise<Scheduled[]> {
  const schedules = new Map(taken.map((one) => [one.look.certificateId, scheduleOf(one, now)]));
  const looks = taken.filter(isMailed).map(({ look }) => look);
  if (looks.length === 0) return [...schedules.values()];
  const page = pageAt(now);
  const groups = await groupsOf(em, looks, page);
  for (const look of looks) {
    const group = groups.get(keyOf(look, page));
    schedules.set(look.certificateId, mailed(schedules.get(look.certificateId), look, { group, page }));
  }
  for (const schedule of await addOthers(em, services, { looks, groups, known: schedules, page }))
    schedules.set(schedule.certificateId, schedule);
  const fresh = [...groups.values()].filter(({ isNew }) => isNew);
  await requestReminderEmails(em, services, fresh);
  return [...schedules.values()];
}

/** Values that many certificates of a page share. */
interface Page {
  now: Date;
  /** Start and end of the present day in a time zone. */
  today: (timeZone: string) => { start: Date; end: Date };
  /** Language of mails for a BCP 47 tag. */
  languageOf: (tag: string | null) => string;
}

const pageAt = (now: Date): Page => ({
  now,
  today: remember((timeZone) => {
    const day = dayOf(now, timeZone);
    return { start: startOfDay(day, timeZone), end: endOfDay(day, timeZone) };
  }),
  languageOf: remember(emailLanguage),
});

const isMailed = ({ look, due }: Decided): boolean =>
  due.reminder !== null && look.reminders?.recipient === true && isReachable(look);

const isReachable = ({ recipientId, recipientEmail }: Look): boolean => recipientId != null && recipientEmail != null;

/** Identifies the mails of a recipient in a language. */
const subjectOf = ({ recipientId, givenLanguage, language, variables }: Look, { languageOf }: Page): string =>
  `${recipientId} ${languageOf(givenLanguage ?? versionLanguage(language, variables))}`;

/** Identifies them among those of all organisations. */
const keyOf = (look: Look, page: Page): string => `${look.organisationId} ${subjectOf(look, page)}`;

const scheduleOf = ({ look, due }: Decided, now: Date): Scheduled => {
  const { organisationId, certificateId, emailId, digestAt } = look;
  const isDigested = due.reminder !== null && look.reminders?.issuer === true;
  const notices = { ...due.notices, emailId: emailId ?? null, digestAt: isDigested ? now : (digestAt ?? null) };
  return { organisationId, certificateId, dueAt: due.nextAt, isPostponed: false, notices };
};

/** Returns the mails of today by key. Those that exist already are not new. */
async function groupsOf(em: EntityManager, looks: readonly Look[], page: Page): Promise<Map<string, Group>> {
  const wanted = new Map(
    looks.map((look) => {
      const { organisationId, organisationZone: zone } = look;
      return [keyOf(look, page), { organisationId, subjectId: subjectOf(look, page), since: page.today(zone).start }];
    }),
  );
  const rows = await database(em)
    .selectFrom(jsonRows([...wanted.values()], { organisationId: 'uuid', subjectId: 'text', since: 'timestamptz' }))
    .innerJoin('emails as e', (join) =>
      join.onRef('e.organisationId', '=', 'r.organisationId').onRef('e.subjectId', '=', 'r.subjectId'),
    )
    .select(['e.organisationId', 'e.subjectId'])
    .where('e.kind', '=', 'EXPIRY_REMINDER')
    .whereRef('e.createdAt', '>=', 'r.since')
    .execute();
  const known = new Set(rows.map(({ organisationId, subjectId }) => `${organisationId} ${subjectId}`));
  return new Map(
    [...wanted].map(([key, { organisationId, subjectId }]) => [
      key,
      { organisationId, id: newId(page.now), subjectId, isNew: !known.has(key) },
    ]),
  );
}

/** Adds a reminder to its mail, or leaves it to the next day. */
function mailed(
  schedule: Scheduled | undefined,
  look: Look,
  { group, page }: { group: Group | undefined; page: Page },
): Scheduled {
  if (!schedule?.notices || !group) throw new Error('a reminder without its schedule');
  if (group.isNew) return { ...schedule, notices: { ...schedule.notices, emailId: group.id } };
  const { remindedFor, remindedDays, digestAt = null } = look;
  const tomorrow = page.today(look.organisationZone).end;
  const dueAt = look.expiresAt && look.expiresAt < tomorrow ? look.expiresAt : tomorrow;
  return { ...schedule, dueAt, notices: { ...schedule.notices, remindedFor, remindedDays, digestAt } };
}

interface Adding {
  looks: readonly Look[];
  groups: ReadonlyMap<string, Group>;
  known: ReadonlyMap<string, Scheduled>;
  page: Page;
}

/** Returns the schedules of the recipients' other certificates that the new mails take along. */
async function addOthers(
  em: EntityManager,
  services: Services,
  { looks: mailedLooks, groups, known, page }: Adding,
): Promise<Scheduled[]> {
  const { now } = page;
  const rows = await findOthers(em, now, { looks: mailedLooks, limit: ADDED });
  const { looks } = await lookAt(em, services, rows);
  return looks.flatMap((look): Scheduled[] => {
    const group = groups.get(keyOf(look, page));
    const { organisationId, expiresAt, organisationZone: zone, certificateId } = look;
    if (!group?.isNew || !expiresAt || !look.reminders?.recipient || look.renderStatus !== 'COMPLETED') return [];
    const reminder = dueReminder(look, expiresAt, page.today(zone).end, now);
    // Other notices of the same run are kept.
    const earlier = known.get(certificateId)?.notices;
    if (reminder === null) return [];
    const digestAt = look.reminders.issuer ? now : (earlier?.digestAt ?? look.digestAt ?? null);
    const last = { remindedFor: expiresAt, remindedDays: reminder, emailId: group.id, digestAt };
    const notices = { ...(earlier ?? look), ...last };
    return [{ organisationId, certificateId, dueAt: nextAt(look, notices, now), isPostponed: false, notices }];
  });
}
