import type { EntityManager } from '../../database/orm.ts';
import type { Services } from '../context.ts';
import type { Mail } from '../services/mail.ts';
import type { MailKey } from './mail-key.ts';
import type { MailRow } from './set-status.ts';
import { giveUp, handOver, noteError, settle } from './states.ts';

interface Delivery {
  /** The mail's row, as `takeUp` returned it. */
  state: MailRow;
  mail: Mail;
  /** Makes the mail's link valid, in the transaction that records the hand-over. If it returns false, the mail is withdrawn. */
  openLink?: ((em: EntityManager) => Promise<boolean>) | undefined;
}

/** Rolls back a hand-over. */
class Withdrawn extends Error {}

/**
 * Sends a mail at most once. Only from the message's last bytes to the server's answer is it in doubt, and only then is the
 * row SENDING. A run that dies before leaves it QUEUED, to be sent by the next. Throws if the hand-over could not be recorded.
 */
export async function deliver(services: Services, key: MailKey, { state, mail, openLink }: Delivery): Promise<void> {
  const claim: { isOurs?: boolean; error?: unknown } = {};
  const outcome = await services.mailer.send(mail, async () => {
    claim.isOurs = await recordHandOver(services, key, { state, openLink }).catch((error: unknown) => {
      claim.error = error;
      return false;
    });
    return claim.isOurs;
  });
  if (claim.error instanceof Withdrawn) return giveUp(services, key, state, 'withdrawn before it was sent');
  if (claim.error !== undefined) {
    await noteError(services, key, String(claim.error));
    throw claim.error;
  }
  // Another run was sooner, as after this process was thought dead. That one records the outcome.
  if (claim.isOurs === false) return;
  await settle(services, key, outcome, { handedOver: claim.isOurs === true, state });
}

async function recordHandOver(
  services: Services,
  key: MailKey,
  { state, openLink }: Pick<Delivery, 'state' | 'openLink'>,
): Promise<boolean> {
  if (!openLink) return handOver(services.em(), services, key, state);
  return services.em().transactional(async (em) => {
    const isOurs = await handOver(em, services, key, state);
    if (isOurs && !(await openLink(em))) throw new Withdrawn();
    return isOurs;
  });
}
