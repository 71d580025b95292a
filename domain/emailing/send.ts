import type { JobPayloads } from '../../database/queue.ts';
import type { Services } from '../context.ts';
import { deliver } from '../emails/deliver.ts';
import { enqueueRetry, type Route } from '../emails/enqueue.ts';
import { bounceToken } from '../emails/link-bounce.ts';
import { giveUp, noteError, takeUp } from '../emails/state.ts';
import { isSandbox } from '../shared/ids.ts';
import { EMAIL_KINDS } from './kinds/kinds.ts';
import { settleEmail } from './record-report.ts';

type Payload = JobPayloads['send-email'];

/**
 * Sends a mail at most once, by the server of the job's queue. Throws if it failed on our side; the job is then retried. If the
 * organisation's own server was set or removed since the request, the mail moves to the other queue.
 */
export async function sendEmail(
  services: Services,
  { organisationId, emailId: id }: Payload,
  queued: Route = 'installation',
): Promise<void> {
  const email = await takeUp(services, { organisationId, id });
  if (!email) return;
  const composed = await EMAIL_KINDS[email.kind](services, email).catch(async (error: unknown) => {
    await noteError(services, email, String(error));
    throw error;
  });
  if (composed === null) return;
  if (typeof composed === 'string') return giveUp(services, email, composed);
  const route = composed.mail.server === null && !isSandbox(organisationId) ? 'installation' : 'own';
  if (route !== queued) return enqueueRetry(services.em(), email, { runAt: services.jobTime(), route });
  const messageId = `<${id}@${new URL(services.installation.address).hostname}>`;
  const mail = { ...composed.mail, messageId, bounceToken: bounceToken(services, id) };
  await deliver(services, email, { mail, openLink: composed.openLink });
  const verdict = isSandbox(organisationId) && VERDICTS[mail.to.address];
  if (verdict) await settleEmail(services, email, verdict);
}

/** Words about mails to these recipients in sandboxes, as mail servers would report them. */
const VERDICTS: Readonly<Record<string, Parameters<typeof settleEmail>[2]>> = {
  'delivered@test.laurel': { status: 'DELIVERED', words: null },
  'bounced@test.laurel': { status: 'BOUNCED', words: '550 5.1.1 bounced@test.laurel: no such mailbox' },
};

/** Records the outcome after the last attempt. A mail that was never accepted has FAILED; one that was being handed over is UNCERTAIN. */
export async function giveUpEmail(services: Services, { organisationId, emailId: id }: Payload): Promise<void> {
  const email = await takeUp(services, { organisationId, id });
  if (email) await giveUp(services, email, null);
}
