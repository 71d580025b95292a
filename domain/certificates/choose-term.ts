import { type Detail, detail } from '../../errors/detail.ts';
import { addToDay, dayOf, endOfDay, startOfDay } from '../shared/calendar.ts';
import type { IssuingRules } from '../templates/rules.ts';
import type { Recipient } from './schemas.ts';

/** Award and expiry of a certificate. */
export interface Term {
  /** YYYY-MM-DD in the time zone. */
  awardedOn: string;
  /** Time zone of the organisation at the time of issue (IANA). The certificate's days are always shown in it. */
  timeZone: string;
  /** Null for a certificate that never expires. */
  expiresAt: Date | null;
}

const FIRST_AWARD = '1900-01-01';
/** Last time that the API's dates can express. */
const LAST = new Date('9999-12-31T23:59:59.999Z');

/**
 * Returns the award and the expiry of a new certificate with their faults. The award is today by default. The certificate's own expiry
 * takes precedence over the validity of its template; null means that it never expires. Only an imported certificate can have expired.
 */
export function chooseTerm(
  { awardedOn: given, expiresAt }: Pick<Recipient, 'awardedOn' | 'expiresAt'>,
  { validity }: IssuingRules,
  { timeZone, now, isImport = false }: { timeZone: string; now: Date; isImport?: boolean },
): { term: Term; issues: Detail[] } {
  const today = dayOf(now, timeZone);
  const awardedOn = given ?? today;
  const issues: Detail[] = [];
  if (awardedOn < FIRST_AWARD) issues.push(detail('awardedOn', 'too_early', { earliest: FIRST_AWARD }));
  if (awardedOn > today) issues.push(detail('awardedOn', 'too_late', { latest: today }));
  if (issues.length > 0) return { term: { awardedOn, timeZone, expiresAt: null }, issues };
  const expiry = expiresAt === undefined ? expiryBy(validity, awardedOn, timeZone) : timeOfExpiry(expiresAt, timeZone);
  const path = expiresAt === undefined ? 'template.validity' : 'expiresAt';
  if (expiry && isImport && expiry <= startOfDay(awardedOn, timeZone))
    issues.push(detail(path, 'before_award', { awardedOn }));
  if (expiry && !isImport && expiry <= now) issues.push(detail(path, 'in_the_past'));
  issues.push(...lastIssues(expiry, path));
  return { term: { awardedOn, timeZone, expiresAt: expiry }, issues };
}

/** Returns the fault of an expiry that the API's dates cannot express. */
export const lastIssues = (expiry: Date | null, path: string): Detail[] =>
  expiry && expiry > LAST ? [detail(path, 'too_late', { latest: '9999-12-30' })] : [];

/** Returns the time that an expiry means. A day is valid until its end. */
export const timeOfExpiry = (expiry: string | null, timeZone: string): Date | null => {
  if (expiry === null) return null;
  return expiry.includes('T') ? new Date(expiry) : endOfDay(expiry, timeZone);
};

/** Returns the end of the validity by the rules of a template; null for never. */
export function expiryBy(validity: IssuingRules['validity'], awardedOn: string, timeZone: string): Date | null {
  if (!validity) return null;
  const { months, days, until } = validity;
  if (until !== undefined) return endOfDay(until, timeZone);
  const span = months === undefined ? { days: days ?? 0 } : { months };
  return endOfDay(addToDay(awardedOn, span), timeZone);
}
