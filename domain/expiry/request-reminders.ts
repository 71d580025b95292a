import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { emailLanguage } from '../../email-templates/index.ts';
import type { Services } from '../context.ts';
import { type Reminder, requestReminderEmails } from '../emails/request-reminders.ts';
import { dayOf, endOfDay, startOfDay } from '../shared/calendar.ts';
import { newId } from '../shared/ids.ts';
import { versionLanguage } from '../templates/read-variables.ts';
import { findOfRecipients, type Look, lookAt } from './find-due.ts';
import { dueReminder, nextAt } from './rules.ts';
import type { Decided, Scheduled } from './types.ts';

/** Further certificates that are added to the mails of a page. */
const ADDED = 1000;

/** A mail of a recipient in a language. */
interface Group extends Reminder {
  isNew: boolean;
}

/**
 * Requests the mails of reminders that are due: at most one a day for each organisation, recipient and language. A mail takes along the
 * recipient's other certificates whose reminders are due on the same day. A second one waits for the next day. Returns all schedules.
 */
export async function requestReminders(
  em: EntityManager,
  services: Services,
  taken: readonly Decided[],
  now: Date,
): Promise<Scheduled[]> {
  const schedules = new Map(taken.map((one) => [one.look.certificateId, scheduleOf(one, now)]));
  const byOrganisation = Map.groupBy(taken.filter(isMailed), ({ look }) => look.organisationId);
  const requested: Reminder[] = [];
  for (const [organisationId, own] of [...byOrganisation].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const groups = await groupsOf(em, { organisationId, looks: own.map(({ look }) => look), now });
    for (const { look } of own) {
      const group = groups.get(subjectOf(look));
      schedules.set(look.certificateId, mailed(schedules.get(look.certificateId), look, { group, now }));
    }
    const fresh = [...groups.values()].filter(({ isNew }) => isNew);
    for (const schedule of await addOthers(em, services, { organisationId, groups, known: schedules, now }))
      schedules.set(schedule.certificateId, schedule);
    requested.push(...fresh);
  }
  await requestReminderEmails(em, services, requested);
  return [...schedules.values()];
}

const isMailed = ({ look, due }: Decided): boolean =>
  due.reminder !== null && look.reminders?.recipient === true && isReachable(look);

const isReachable = ({ recipientId, recipientEmail }: Look): boolean => recipientId != null && recipientEmail != null;

/** Identifies the mails of a recipient in a language. */
const subjectOf = ({ recipientId, givenLanguage, language, variables }: Look): string =>
  `${recipientId} ${emailLanguage(givenLanguage ?? versionLanguage(language, variables))}`;

const scheduleOf = ({ look, due }: Decided, now: Date): Scheduled => {
  const { organisationId, certificateId, emailId, digestAt } = look;
  const isDigested = due.reminder !== null && look.reminders?.issuer === true;
  const notices = { ...due.notices, emailId: emailId ?? null, digestAt: isDigested ? now : (digestAt ?? null) };
  return { organisationId, certificateId, dueAt: due.nextAt, isPostponed: false, notices };
};

/** Returns the mails of today by subject. Those that exist already are not new. */
async function groupsOf(
  em: EntityManager,
  { organisationId, looks, now }: { organisationId: string; looks: Look[]; now: Date },
): Promise<Map<string, Group>> {
  const subjects = [...new Set(looks.map(subjectOf))];
  const zone = looks[0]?.organisationZone ?? 'UTC';
  const rows = await database(em)
    .selectFrom('emails')
    .select('subjectId')
    .where('organisationId', '=', organisationId)
    .where('kind', '=', 'EXPIRY_REMINDER')
    .where('subjectId', 'in', subjects)
    .where('createdAt', '>=', startOfDay(dayOf(now, zone), zone))
    .execute();
  const known = new Set(rows.map(({ subjectId }) => subjectId));
  return new Map(
    subjects.map((subjectId) => {
      const isNew = !known.has(subjectId);
      return [subjectId, { organisationId, id: newId(now), subjectId, isNew }];
    }),
  );
}

/** Adds a reminder to its mail, or leaves it to the next day. */
function mailed(
  schedule: Scheduled | undefined,
  look: Look,
  { group, now }: { group: Group | undefined; now: Date },
): Scheduled {
  if (!schedule?.notices || !group) throw new Error('a reminder without its schedule');
  if (group.isNew) return { ...schedule, notices: { ...schedule.notices, emailId: group.id } };
  const { remindedFor, remindedDays, digestAt = null } = look;
  const zone = look.organisationZone;
  const tomorrow = endOfDay(dayOf(now, zone), zone);
  const dueAt = look.expiresAt && look.expiresAt < tomorrow ? look.expiresAt : tomorrow;
  return { ...schedule, dueAt, notices: { ...schedule.notices, remindedFor, remindedDays, digestAt } };
}

/** Returns the schedules of the recipients' other certificates that the new mails take along. */
async function addOthers(
  em: EntityManager,
  services: Services,
  {
    organisationId,
    groups,
    known,
    now,
  }: { organisationId: string; groups: Map<string, Group>; known: Map<string, Scheduled>; now: Date },
): Promise<Scheduled[]> {
  const recipientIds = [...new Set([...groups.values()].map(({ subjectId }) => subjectId.split(' ')[0] ?? ''))];
  const rows = await findOfRecipients(em, now, { organisationId, recipientIds, limit: ADDED });
  const { looks } = await lookAt(em, services, rows);
  return looks.flatMap((look): Scheduled[] => {
    const group = groups.get(subjectOf(look));
    const { expiresAt, organisationZone: zone, certificateId } = look;
    if (!group?.isNew || !expiresAt || !look.reminders?.recipient || look.renderStatus !== 'COMPLETED') return [];
    const reminder = dueReminder(look, expiresAt, endOfDay(dayOf(now, zone), zone), now);
    // Other notices of the same run are kept.
    const earlier = known.get(certificateId)?.notices;
    if (reminder === null || earlier?.emailId === group.id) return [];
    const digestAt = look.reminders.issuer ? now : (earlier?.digestAt ?? look.digestAt ?? null);
    const last = { remindedFor: expiresAt, remindedDays: reminder, emailId: group.id, digestAt };
    const notices = { ...(earlier ?? look), ...last };
    return [{ organisationId, certificateId, dueAt: nextAt(look, notices, now), isPostponed: false, notices }];
  });
}
