import { daysBefore } from '../shared/calendar.ts';
import type { IssuingRules } from '../templates/rules.ts';

/** Days before the expiry of `certificate.expiring` without reminders. */
const EXPIRING_DAYS = 30;

/** Notices of a certificate so far. */
export interface Notices {
  expiringFor: string[];
  expiredFor: string[];
  remindedFor: Date | null;
  remindedDays: number | null;
}

/** Certificate that may be due. */
export interface Expiring extends Notices {
  expiresAt: Date | null;
  revokedAt: Date | null;
  createdAt: Date;
  renderStatus: string;
  statementNumber: number;
  timeZone: string;
  /** A renewed certificate is not reminded of. */
  isRenewed: boolean;
  /** Reminders of the template's current version. */
  reminders: IssuingRules['reminders'];
}

/** Notices that are due, the notices with them, and the next time to look; null for never. */
export interface Due {
  events: ('certificate.expiring' | 'certificate.expired')[];
  /** Days before of the reminder; null without one. */
  reminder: number | null;
  notices: Notices;
  nextAt: Date | null;
}

/** Pause in ms before the next look at a certificate that is being rendered. */
const RENDERING_MS = 15_000;

/**
 * Returns the notices of a certificate that are due at a time. Each instant of expiry has its own. Of several overdue reminders only the
 * latest is due, and none after the expiry.
 */
export function dueAt(row: Expiring, now: Date): Due {
  const notices = noticesOf(row);
  const { expiresAt } = row;
  if (expiresAt === null || row.revokedAt !== null || row.renderStatus === 'FAILED') return nothing(notices, null);
  const due = dueEvents(row, expiresAt, now);
  const reminder = dueReminder(row, expiresAt, now);
  if (due.events.length === 0 && reminder === null) return nothing(due.notices, nextAt(row, due.notices, now));
  // A notice follows the files that it is about.
  if (row.renderStatus !== 'COMPLETED') return nothing(notices, new Date(now.getTime() + RENDERING_MS));
  const after = reminder === null ? due.notices : { ...due.notices, remindedFor: expiresAt, remindedDays: reminder };
  return { events: due.events, reminder, notices: after, nextAt: nextAt(row, after, now) };
}

const nothing = (notices: Notices, next: Date | null): Due => ({
  ...{ events: [], reminder: null },
  ...{ notices, nextAt: next },
});

function dueEvents(row: Expiring, expiresAt: Date, now: Date): Pick<Due, 'events' | 'notices'> {
  const instant = expiresAt.toISOString();
  const isExpiring = expiringAt(row, expiresAt) <= now && !row.expiringFor.includes(instant);
  const isExpired = expiresAt <= now && !row.expiredFor.includes(instant);
  // A certificate that was imported as expired had its events elsewhere.
  const isNew = !(expiresAt <= row.createdAt && row.statementNumber === 0);
  return {
    events: [
      ...(isNew && isExpiring ? (['certificate.expiring'] as const) : []),
      ...(isNew && isExpired ? (['certificate.expired'] as const) : []),
    ],
    notices: {
      ...noticesOf(row),
      expiringFor: isExpiring ? [...row.expiringFor, instant] : row.expiringFor,
      expiredFor: isExpired ? [...row.expiredFor, instant] : row.expiredFor,
    },
  };
}

/** Returns the days of the latest reminder that is due until a time and not superseded; null without one, or after the expiry. */
export function dueReminder(row: Expiring, expiresAt: Date, until: Date, now = until): number | null {
  if (expiresAt <= now) return null;
  const days = openDays(row, expiresAt, row).filter((before) => daysBefore(expiresAt, before, row.timeZone) <= until);
  return days.length === 0 ? null : Math.min(...days);
}

/** Returns the time of the next notice, which can be past; null without one. */
export function nextAt(row: Expiring, notices: Notices, now: Date): Date | null {
  const { expiresAt } = row;
  if (expiresAt === null) return null;
  const instant = expiresAt.toISOString();
  const times = [
    ...(notices.expiringFor.includes(instant) ? [] : [expiringAt(row, expiresAt)]),
    ...(notices.expiredFor.includes(instant) ? [] : [expiresAt]),
    // An earlier one is superseded, or too late after the expiry.
    ...openDays(row, expiresAt, notices)
      .map((before) => daysBefore(expiresAt, before, row.timeZone))
      .filter((time) => time > now),
  ];
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));
}

/** Returns the days of reminders after the last one for this expiry. */
function openDays(
  { reminders, isRenewed }: Expiring,
  expiresAt: Date,
  { remindedFor, remindedDays }: Notices,
): number[] {
  if (isRenewed || !reminders || !(reminders.recipient || reminders.issuer)) return [];
  const last = remindedFor?.getTime() === expiresAt.getTime() ? (remindedDays ?? Infinity) : Infinity;
  return reminders.daysBefore.filter((before) => before < last);
}

const expiringAt = ({ reminders, timeZone }: Expiring, expiresAt: Date): Date =>
  daysBefore(expiresAt, reminders ? Math.max(...reminders.daysBefore) : EXPIRING_DAYS, timeZone);

const noticesOf = ({ expiringFor, expiredFor, remindedFor, remindedDays }: Notices): Notices => ({
  ...{ expiringFor, expiredFor, remindedFor, remindedDays },
});
