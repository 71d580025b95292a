import type { EntityManager } from '../../database/orm.ts';
import type { Services } from '../context.ts';
import type { Mail } from '../services/mail.ts';
import type { Email } from './set-status.ts';
import { giveUp, handOver, noteError, settle } from './states.ts';

/** Makes a mail's link valid, in the transaction that records the hand-over. Returns false if the mail is withdrawn. */
export type OpenLink = (em: EntityManager) => Promise<boolean>;

/** Rolls back a hand-over. */
class Withdrawn extends Error {}

/**
 * Sends a mail at most once. Only from the message's last bytes to the server's answer is it in doubt, and only then is the
 * row SENDING. A run that dies before leaves it QUEUED, to be sent by the next. Throws if the hand-over could not be recorded. `email` is
 * the row as `takeUp` returned it.
 */
export async function deliver(
  services: Services,
  email: Email,
  { mail, openLink }: { mail: Mail; openLink: OpenLink | undefined },
): Promise<void> {
  const claim: { isOurs?: boolean; error?: unknown } = {};
  const outcome = await services.mailer.send(mail, async () => {
    claim.isOurs = await recordHandOver(services, email, openLink).catch((error: unknown) => {
      claim.error = error;
      return false;
    });
    return claim.isOurs;
  });
  if (claim.error instanceof Withdrawn) return giveUp(services, email, 'withdrawn before it was sent');
  if (claim.error !== undefined) {
    await noteError(services, email, String(claim.error));
    throw claim.error;
  }
  // Another run was sooner, as after this process was thought dead. That one records the outcome.
  if (claim.isOurs === false) return;
  await settle(services, email, outcome, { handedOver: claim.isOurs === true });
}

async function recordHandOver(services: Services, email: Email, openLink: OpenLink | undefined): Promise<boolean> {
  if (!openLink) return handOver(services.em(), services, email);
  return services.em().transactional(async (em) => {
    const isOurs = await handOver(em, services, email);
    if (isOurs && !(await openLink(em))) throw new Withdrawn();
    return isOurs;
  });
}
