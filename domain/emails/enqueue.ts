import type { EmailKind } from '../../database/entities/email.ts';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { CERTIFICATE_EMAILS, scheduleTurns } from '../shared/fair-queue.ts';
import type { EmailKey } from './types.ts';

/** Flag of all mail jobs. Workers skip flagged jobs until the mail server's pace gives them a turn. */
export const EMAIL_FLAG = 'mail';

/** Priority of account mails and their retries. They precede certificate mails, whose priority is 10 (CERTIFICATE_EMAILS). */
const PRIORITY = 0;

/** Kinds of mails to recipients of certificates. */
const TO_RECIPIENTS: readonly EmailKind[] = ['CERTIFICATE', 'REVOCATION', 'EXPIRY_REMINDER', 'REQUEST_ANSWER'];

/** Server that sends a mail. Each has a queue, so that an organisation's server that hangs delays no mail of others. */
export type Route = 'installation' | 'own';

/** Queues a mail about an account. */
export const enqueueAccountEmail = (
  em: EntityManager,
  { organisationId, id: emailId }: EmailKey,
  more: { runAt?: Date; key?: string } = {},
): Promise<void> =>
  enqueue(em, 'send-email', [
    { payload: { organisationId, emailId }, priority: PRIORITY, flags: [EMAIL_FLAG], ...more },
  ]);

/** Queues an organisation's mails to recipients. They take turns with those of other organisations. */
export async function enqueueInTurn(
  em: EntityManager,
  { organisationId, emailIds, now, ...more }: { organisationId: string; emailIds: string[]; now: Date; key?: string },
): Promise<void> {
  const { priority } = CERTIFICATE_EMAILS;
  const runTimes = await scheduleTurns(em, CERTIFICATE_EMAILS, { organisationId, count: emailIds.length, now });
  const jobs = emailIds.map((emailId, index) => ({
    ...{ payload: { organisationId, emailId }, priority, flags: [EMAIL_FLAG], ...more },
    ...(runTimes[index] && { runAt: runTimes[index] }),
  }));
  await enqueue(em, 'send-email', jobs);
}

/** Queues mails for the organisation's own server. An organisation takes at most half of the slots (jobs/runner/tenant-slots.ts). */
export const enqueueOwnEmails = (
  em: EntityManager,
  emails: readonly EmailKey[],
  more: { runAt?: Date; key?: string } = {},
): Promise<void> =>
  enqueue(
    em,
    'send-own-email',
    emails.map(({ organisationId, id: emailId }) => ({
      ...{ payload: { organisationId, emailId }, flags: [`organisation ${organisationId}`], ...more },
    })),
  );

/**
 * Queues a mail again, with a full set of attempts: a temporarily refused one, or one that another server sends by now. One to a recipient
 * takes its turn once it is due (domain/emails/retry.ts). Otherwise an organisation whose mails are refused would delay those of others.
 */
export async function enqueueRetry(
  em: EntityManager,
  { organisationId, id, kind }: EmailKey & { kind: EmailKind },
  { runAt, route }: { runAt: Date; route: Route },
): Promise<void> {
  const more = { runAt, key: `mail:${id}` };
  if (route === 'own') return enqueueOwnEmails(em, [{ organisationId, id }], more);
  if (!TO_RECIPIENTS.includes(kind)) return enqueueAccountEmail(em, { organisationId, id }, more);
  await enqueue(em, 'retry-email', [{ payload: { organisationId, emailId: id }, ...more }]);
}
