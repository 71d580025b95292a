import type { EntityManager } from '../../database/orm.ts';
import type { Services } from '../context.ts';
import type { Mail } from '../services/mail.ts';
import type { MailKey } from './mail-key.ts';
import { handOver, noteError, type State, settle } from './states.ts';

interface Delivery {
  /** The mail's row, as `takeUp` returned it. */
  state: State;
  mail: Mail;
  /** Runs in the transaction that records the hand-over. If it throws, the mail is not sent. */
  onHandOver?: ((em: EntityManager) => Promise<void>) | undefined;
}

/**
 * Sends a mail at most once. Only from the message's last bytes to the server's answer is it in doubt, and only then is the
 * row SENDING. A run that dies before leaves it QUEUED, to be sent by the next. Throws if the hand-over could not be recorded.
 */
export async function deliver(services: Services, key: MailKey, { state, mail, onHandOver }: Delivery): Promise<void> {
  const claim: { isOurs?: boolean; error?: unknown } = {};
  const outcome = await services.mailer.send(mail, async () => {
    claim.isOurs = await recordHandOver(services, key, onHandOver).catch((error: unknown) => {
      claim.error = error;
      return false;
    });
    return claim.isOurs;
  });
  if (claim.error !== undefined) {
    await noteError(services, key, String(claim.error));
    throw claim.error;
  }
  // Another run was sooner, as after this process was thought dead. That one records the outcome.
  if (claim.isOurs === false) return;
  await settle(services, key, outcome, { handedOver: claim.isOurs === true, state });
}

async function recordHandOver(services: Services, key: MailKey, onHandOver: Delivery['onHandOver']): Promise<boolean> {
  const now = services.now();
  if (!onHandOver) return handOver(services.em(), now, key);
  return services.em().transactional(async (em) => {
    const isOurs = await handOver(em, now, key);
    if (isOurs) await onHandOver(em);
    return isOurs;
  });
}
