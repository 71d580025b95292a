import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { MailOutcome } from '../services/mail.ts';
import { enqueueRetry } from './enqueue.ts';
import { isRowOf, type MailKey } from './mail-key.ts';
import { mayRetry, retryAt } from './retries.ts';

/** Milliseconds between attempts at recording an outcome: a database that restarts is back by then. */
const PAUSES = [250, 500, 1000, 2000, 4000, 8000, 8000];

/** Columns of a mail's state. */
export interface State {
  status: string;
  refusals: number;
  createdAt: Date;
}

/**
 * Returns the row of a mail that is still to be sent, or null. A row that is SENDING was left so by a run that died between
 * the last bytes and the server's answer. It may have gone out, so it becomes UNCERTAIN.
 */
export async function takeUp<Row extends State>(services: Services, key: MailKey): Promise<Row | null> {
  const { rows } = await sql<Row>`
    update ${sql.table(key.table)} set
      status = case status when 'SENDING' then 'UNCERTAIN' else status end,
      error = case status when 'SENDING' then 'the process ended while it was being handed over' else error end,
      ended_at = case status when 'SENDING' then ${services.now()}::timestamptz end
    where ${isRowOf(key)} and status in ('QUEUED', 'SENDING') returning *`.execute(database(services.em()));
  return rows.find(({ status }) => status === 'QUEUED') ?? null;
}

/** Records that the message is being handed over. Returns false if another run did or has ended it: ours must not. */
export async function handOver(em: EntityManager, now: Date, key: MailKey): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(key.table)} set status = 'SENDING', claimed_at = ${now}
    where ${isRowOf(key)} and status = 'QUEUED' returning id`.execute(database(em));
  return rows.length > 0;
}

/** Records why an attempt failed before the mail server was asked. */
export async function noteError(services: Services, key: MailKey, reason: string): Promise<void> {
  await sql`update ${sql.table(key.table)} set error = ${reason} where ${isRowOf(key)} and status = 'QUEUED'`.execute(
    database(services.em()),
  );
}

/** Gives up a mail that was not handed over. */
export async function giveUp(services: Services, key: MailKey, reason: string | null): Promise<void> {
  await sql`
    update ${sql.table(key.table)} set status = 'FAILED', error = coalesce(${reason}::text, error), ended_at = ${services.now()}
    where ${isRowOf(key)} and status = 'QUEUED'`.execute(database(services.em()));
}

/**
 * Records the outcome of an attempt. If this run recorded the hand-over, the row is SENDING, or UNCERTAIN where this process was
 * thought dead, and the server's answer settles that. A temporary refusal queues the next attempt in the same transaction.
 */
export async function settle(
  services: Services,
  key: MailKey,
  outcome: MailOutcome,
  { handedOver, state }: { handedOver: boolean; state: State },
): Promise<void> {
  const write = () => services.em().transactional((em) => record(em, services, key, { outcome, handedOver, state }));
  if (!handedOver) return write();
  // The answer is known to this process alone: the next run could only call the mail uncertain.
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

interface Settled {
  outcome: MailOutcome;
  handedOver: boolean;
  state: State;
}

async function record(
  em: EntityManager,
  services: Services,
  key: MailKey,
  { outcome, handedOver, state }: Settled,
): Promise<void> {
  const now = services.now();
  const isRetried = outcome.state === 'unsent' && mayRetry(state.createdAt, now);
  const ended = { sent: 'SENT', refused: 'FAILED', unsent: 'FAILED', uncertain: 'UNCERTAIN' }[outcome.state];
  const status = isRetried ? 'QUEUED' : ended;
  const isAnswered = outcome.state === 'sent' || outcome.state === 'refused';
  const from = handedOver ? (isAnswered ? ['SENDING', 'UNCERTAIN'] : ['SENDING']) : ['QUEUED'];
  const { rows } = await sql`
    update ${sql.table(key.table)} set status = ${status}, error = ${outcome.state === 'sent' ? null : outcome.reason},
      ended_at = ${isRetried ? null : now}::timestamptz, refusals = refusals + ${outcome.state === 'unsent' ? 1 : 0}
    where ${isRowOf(key)} and status = any(${from}::text[]) returning id`.execute(database(em));
  if (isRetried && rows.length > 0) await enqueueRetry(em, key, retryAt(now, state.refusals));
}
