import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { database } from '../../database/queue.ts';
import type { MailOutcome, Services } from '../context.ts';

export interface EmailKey {
  organisationId: string;
  emailId: string;
}

export interface Due {
  certificate_id: string;
  recipient: string;
}

/** Milliseconds between attempts at writing an outcome down: a database that restarts is back by then. */
const PAUSES = [250, 500, 1000, 2000, 4000, 8000, 8000];

/**
 * What is to be sent; null where nothing is left to do. A row that is SENDING was left so by a run that died between the
 * last bytes and the server's answer: nobody knows whether it went out, so it becomes UNCERTAIN.
 */
export async function takeUp(services: Services, { organisationId, emailId }: EmailKey): Promise<Due | null> {
  const { rows } = await sql<Due & { status: string }>`
    update emails set status = case status when 'SENDING' then 'UNCERTAIN' else status end,
      error = case status when 'SENDING' then 'the process ended while it was being handed over' else error end,
      ended_at = case status when 'SENDING' then ${services.now()}::timestamptz end
    where organisation_id = ${organisationId} and id = ${emailId} and status in ('QUEUED', 'SENDING')
    returning certificate_id, recipient, status`.execute(database(services.em()));
  const [row] = rows;
  return row?.status === 'QUEUED' ? row : null;
}

/** Records that the message is being handed over; false where another run did, or has ended it: ours must not. */
export async function handOver(services: Services, { organisationId, emailId }: EmailKey): Promise<boolean> {
  const { rows } = await sql`
    update emails set status = 'SENDING', claimed_at = ${services.now()}
    where organisation_id = ${organisationId} and id = ${emailId} and status = 'QUEUED' returning id`.execute(
    database(services.em()),
  );
  return rows.length === 1;
}

const STATUS = { sent: 'SENT', refused: 'FAILED', unsent: 'QUEUED', uncertain: 'UNCERTAIN' } as const satisfies Record<
  MailOutcome['state'],
  string
>;

/**
 * Writes down what came of an attempt. `handedOver` is whether this run recorded the hand-over: then the row is SENDING,
 * or UNCERTAIN where this process was thought dead meanwhile, and the server's answer settles that.
 */
export async function settle(
  services: Services,
  { organisationId, emailId }: EmailKey,
  outcome: MailOutcome,
  { handedOver }: { handedOver: boolean },
): Promise<void> {
  const status = STATUS[outcome.state];
  const reason = outcome.state === 'sent' ? null : outcome.reason;
  const endedAt = status === 'QUEUED' ? null : services.now();
  const isAnswered = status === 'SENT' || status === 'FAILED';
  const from = handedOver ? (isAnswered ? ['SENDING', 'UNCERTAIN'] : ['SENDING']) : ['QUEUED'];
  const write = () =>
    sql`
      update emails set status = ${status}, error = ${reason}, ended_at = ${endedAt}
      where organisation_id = ${organisationId} and id = ${emailId} and status = any(${from}::text[])`.execute(
      database(services.em()),
    );
  if (!handedOver) return void (await write());
  // The answer is known to this process alone: the next run could only call the e-mail uncertain.
  for (const pause of PAUSES) {
    const written = await write().catch(() => null);
    if (written) return;
    await sleep(pause);
  }
  await write();
}
