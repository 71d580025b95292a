import { setTimeout as sleep } from 'node:timers/promises';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { database, type Row } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { MailOutcome } from '../services/mail.ts';

type Status = Row<'emails'>['status'];

export interface EmailKey {
  organisationId: string;
  emailId: string;
}

export type Due = Pick<Row<'emails'>, 'certificateId' | 'recipient'>;

/** Milliseconds between attempts at writing an outcome down: a database that restarts is back by then. */
const PAUSES = [250, 500, 1000, 2000, 4000, 8000, 8000];

/**
 * What is to be sent; null where nothing is left to do. A row that is SENDING was left so by a run that died between the
 * last bytes and the server's answer: nobody knows whether it went out, so it becomes UNCERTAIN.
 */
export async function takeUp(services: Services, { organisationId, emailId }: EmailKey): Promise<Due | null> {
  const row = await database(services.em())
    .updateTable('emails')
    .set(({ ref, val }) => {
      const whenSending = <Value>(then: RawBuilder<Value>, otherwise: Expression<Value>) =>
        sql<Value>`case status when 'SENDING' then ${then} else ${otherwise} end`;
      return {
        status: whenSending(sql<Status>`'UNCERTAIN'`, ref('status')),
        error: whenSending(sql<string | null>`'the process ended while it was being handed over'`, ref('error')),
        endedAt: whenSending(sql<Date | null>`${services.now()}::timestamptz`, val(null)),
      };
    })
    .where('organisationId', '=', organisationId)
    .where('id', '=', emailId)
    .where('status', 'in', ['QUEUED', 'SENDING'])
    .returning(['certificateId', 'recipient', 'status'])
    .executeTakeFirst();
  return row?.status === 'QUEUED' ? row : null;
}

/** Records that the message is being handed over; false where another run did, or has ended it: ours must not. */
export async function handOver(services: Services, { organisationId, emailId }: EmailKey): Promise<boolean> {
  const row = await database(services.em())
    .updateTable('emails')
    .set({ status: 'SENDING', claimedAt: services.now() })
    .where('organisationId', '=', organisationId)
    .where('id', '=', emailId)
    .where('status', '=', 'QUEUED')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
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
  const from: Status[] = handedOver ? (isAnswered ? ['SENDING', 'UNCERTAIN'] : ['SENDING']) : ['QUEUED'];
  const write = () =>
    database(services.em())
      .updateTable('emails')
      .set({ status, error: reason, endedAt })
      .where('organisationId', '=', organisationId)
      .where('id', '=', emailId)
      .where('status', 'in', from)
      .execute();
  if (!handedOver) return void (await write());
  // The answer is known to this process alone: the next run could only call the e-mail uncertain.
  for (const pause of PAUSES) {
    const written = await write().catch(() => null);
    if (written) return;
    await sleep(pause);
  }
  await write();
}
