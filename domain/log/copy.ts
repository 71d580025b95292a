import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { LogDestination } from '../ports/log-destinations.ts';
import { copyFiles } from './copy-files.ts';
import { emailHead } from './email-head.ts';
import { newestHead, type SignedHead } from './store-head.ts';

/** Lease of a process that copies. It is renewed much more often, so another process takes over only from a dead one. */
const CLAIM_SECONDS = 60;
const RETRY_SECONDS = { files: 10, mail: 60 };
const MAIL_PAUSE_SECONDS = 3600;

/** Adds a row for each new destination. */
export async function addDestinations(services: Services): Promise<void> {
  const values = services.logDestinations.map(({ address: place }) => ({ place, size: -1, dueAt: services.now() }));
  if (values.length === 0) return;
  await database(services.em())
    .insertInto('log_copies')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Brings a destination up to the newest head, if it is due and no other process copies to it. Returns the head that is there now; null if
 * nothing was to be done. Throws if the destination is not writable; the caller retries. Throws LostHeadError if the destination has a head
 * that the database's log lacks.
 */
export async function copyLog(
  services: Services,
  destination: LogDestination,
  signal: AbortSignal,
): Promise<SignedHead | null> {
  const copied = await claim(services, destination.address);
  if (copied === null) return null;
  const isMail = 'mailTo' in destination;
  try {
    const head = await newestHead(services.em(), services.logSigner);
    if (!head || head.size <= copied) return null;
    if (isMail) await emailHead(services, destination.mailTo, head);
    else {
      const renew = () => settle(services, destination.address, { seconds: CLAIM_SECONDS });
      await copyFiles(services, { files: destination.files, copied, head, signal, renew });
    }
    await settle(services, destination.address, { size: head.size, seconds: isMail ? MAIL_PAUSE_SECONDS : 0 });
    return head;
  } catch (error) {
    await settle(services, destination.address, { seconds: isMail ? RETRY_SECONDS.mail : RETRY_SECONDS.files });
    throw error;
  }
}

/**
 * Returns the condition that a destination is due. A time beyond the longest pause plus a minute comes from a clock that was set back
 * since.
 */
export const isDue = (now: Date) =>
  sql<boolean>`(due_at <= ${now} or due_at > ${secondsAfter(now, MAIL_PAUSE_SECONDS + 60)})`;

const secondsAfter = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/** Claims a destination. Returns the size of its newest head; null if it is not due. */
async function claim(services: Services, destination: string): Promise<number | null> {
  const now = services.now();
  const row = await database(services.em())
    .updateTable('log_copies')
    .set({ dueAt: secondsAfter(now, CLAIM_SECONDS) })
    .where('place', '=', destination)
    .where(isDue(now))
    .returning('size')
    .executeTakeFirst();
  return row?.size ?? null;
}

async function settle(services: Services, destination: string, { size, seconds }: { size?: number; seconds: number }) {
  await database(services.em())
    .updateTable('log_copies')
    .set({ dueAt: secondsAfter(services.now(), seconds), ...(size !== undefined && { size }) })
    .where('place', '=', destination)
    .execute();
}
