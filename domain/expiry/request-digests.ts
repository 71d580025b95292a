import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { requestAccountEmail } from '../emails/request-account-email.ts';
import { dayOf, endOfDay, startOfDay, UTC } from '../shared/calendar.ts';
import { digestReadersOf } from './choose-digest.ts';
import type { Decided, Scheduled } from './types.ts';

/** Time in ms that a digest waits for further reminders: one run, or the spread of many. */
const WAIT_MS = 60_000;
const LONG_WAIT_MS = 61 * 60_000;

/**
 * Requests the digests of organisations with new reminders, for members who want it: at most one a day. Its time is in the future, and it
 * covers the reminders until then. Later ones are in the digest of the next day.
 */
export async function requestDigests(
  em: EntityManager,
  services: Services,
  taken: readonly Decided[],
  { saved, now, areMany }: { saved: readonly Scheduled[]; now: Date; areMany: boolean },
): Promise<void> {
  const digested = new Set(
    saved.filter(({ notices }) => notices?.digestAt === now).map(({ organisationId }) => organisationId),
  );
  const own = taken.filter(({ look }) => digested.has(look.organisationId));
  const zones = new Map(own.map(({ look }) => [look.organisationId, look.organisationZone]));
  for (const { organisationId, userId: subjectId } of await digestReadersOf(em, services, [...zones.keys()])) {
    const zone = zones.get(organisationId) ?? UTC;
    const today = dayOf(now, zone);
    const last = await lastDigest(em, { organisationId, subjectId });
    if (last && last >= now) continue;
    const isAnotherDay = !last || last < startOfDay(today, zone);
    const start = isAnotherDay ? now : endOfDay(today, zone);
    const at = new Date(start.getTime() + (areMany ? LONG_WAIT_MS : WAIT_MS));
    await requestAccountEmail(em, services, { kind: 'EXPIRY_DIGEST', organisationId, subjectId, at });
  }
}

/** Returns the time of a member's last digest, sent or requested. */
async function lastDigest(
  em: EntityManager,
  { organisationId, subjectId }: { organisationId: string; subjectId: string },
): Promise<Date | null> {
  const row = await database(em)
    .selectFrom('emails')
    .select('createdAt')
    .where('organisationId', '=', organisationId)
    .where('subjectId', '=', subjectId)
    .where('kind', '=', 'EXPIRY_DIGEST')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt ?? null;
}
