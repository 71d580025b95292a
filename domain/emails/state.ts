import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { MailOutcome } from '../ports/email.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { enqueueRetry, type Route } from './enqueue.ts';
import { mayRetry, retryAt } from './rules.ts';
import { type Email, setStatus } from './set-status.ts';
import type { EmailKey } from './types.ts';

/** Milliseconds between attempts to record an outcome, enough for a database to restart. */
const PAUSES = [250, 500, 1000, 2000, 4000, 8000, 8000];

/**
 * Returns the row of a mail that is still to be sent, or null. A SENDING row belongs to a run that died between the last bytes and the
 * server's answer. Its mail may have been sent, so the row becomes UNCERTAIN. Throws NotAuthenticError for a row that was changed outside
 * Laurel.
 */
export async function takeUp(services: Services, { organisationId, id }: EmailKey): Promise<Email | null> {
  const row = await database(services.em())
    .selectFrom('emails')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .where('status', 'in', ['QUEUED', 'SENDING'])
    .executeTakeFirst();
  if (!row) return null;
  assertAuthentic(services, 'emails', row);
  if (row.status === 'QUEUED') return row;
  await setStatus(services.em(), services, row, {
    ...{ from: ['SENDING'], status: 'UNCERTAIN', error: 'the process ended while it was being handed over' },
    endedAt: services.now(),
  });
  return null;
}

/**
 * Records that the hand-over of the message starts. Returns false if another run has handed it over or ended it; this run must then not
 * send it.
 */
export const handOver = (em: EntityManager, services: Services, email: Email): Promise<boolean> =>
  setStatus(em, services, email, { from: ['QUEUED'], status: 'SENDING', claimedAt: services.now() });

/** Records why an attempt failed before the mail server was asked. */
export async function noteError(services: Services, { organisationId, id }: EmailKey, reason: string): Promise<void> {
  await database(services.em())
    .updateTable('emails')
    .set({ error: reason })
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .where('status', '=', 'QUEUED')
    .execute();
}

/** Reason for people. The log has the cause, which can name internals. */
const NOT_PREPARED = 'the e-mail could not be prepared';

/** Gives up a mail that was not handed over. */
export async function giveUp(services: Services, email: Email, reason: string | null): Promise<void> {
  await setStatus(services.em(), services, email, {
    ...{ from: ['QUEUED'], status: 'FAILED', error: reason ?? NOT_PREPARED, endedAt: services.now() },
  });
}

interface Attempt {
  handedOver: boolean;
  route: Route;
}

/**
 * Records the outcome of an attempt. If this run recorded the hand-over, the row is SENDING, or UNCERTAIN if this process was presumed
 * dead. The server's answer settles both. A temporary refusal queues the next attempt in the same transaction.
 */
export async function settle(
  services: Services,
  email: Email,
  outcome: MailOutcome,
  { handedOver, route }: Attempt,
): Promise<void> {
  const write = () => services.em().transactional((em) => record(em, services, email, { outcome, handedOver, route }));
  if (!handedOver) return write();
  // Only this process knows the answer. The next run could only mark the mail as uncertain.
  for (const pause of PAUSES) {
    const isWritten = await write().then(
      () => true,
      () => false,
    );
    if (isWritten) return;
    await sleep(pause);
  }
  await write();
}

async function record(
  em: EntityManager,
  services: Services,
  email: Email,
  { outcome, handedOver, route }: Attempt & { outcome: MailOutcome },
): Promise<void> {
  const now = services.now();
  const isRetried = outcome.state === 'unsent' && mayRetry(email.createdAt, now);
  const ended = { sent: 'SENT', refused: 'FAILED', unsent: 'FAILED', uncertain: 'UNCERTAIN' } as const;
  const isAnswered = outcome.state === 'sent' || outcome.state === 'refused';
  const isRecorded = await setStatus(em, services, email, {
    from: handedOver ? (isAnswered ? ['SENDING', 'UNCERTAIN'] : ['SENDING']) : ['QUEUED'],
    status: isRetried ? 'QUEUED' : ended[outcome.state],
    error: outcome.state === 'sent' ? null : outcome.reason,
    endedAt: isRetried ? null : now,
    refusals: outcome.state === 'unsent' ? 1 : 0,
  });
  if (isRetried && isRecorded)
    await enqueueRetry(em, email, { runAt: retryAt(services.jobTime(), email.refusals), route });
}
