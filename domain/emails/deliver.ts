import type { EntityManager } from '../../database/orm.ts';
import type { Services } from '../context.ts';
import type { Mail } from '../ports/email.ts';
import { isSandbox } from '../shared/ids.ts';
import type { Email } from './set-status.ts';
import { giveUp, handOver, noteError, settle } from './state.ts';

/** Activates a mail's link in the transaction that records the hand-over. Returns false if the mail is withdrawn. */
export type OpenLink = (em: EntityManager) => Promise<boolean>;

/** Rolls back a hand-over. */
class Withdrawn extends Error {}

/**
 * Sends a mail at most once. The outcome is uncertain only between the message's last bytes and the server's answer; only then is the row
 * SENDING. A run that dies earlier leaves the row QUEUED for the next run. Throws if it cannot record the hand-over. `email` is the row
 * that `takeUp` returned.
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
  // Another run recorded the hand-over, for example after this process was presumed dead. That run records the outcome.
  if (claim.isOurs === false) return;
  const route = mail.server === null && !isSandbox(email.organisationId) ? 'installation' : 'own';
  await settle(services, email, outcome, { handedOver: claim.isOurs === true, route });
}

async function recordHandOver(services: Services, email: Email, openLink: OpenLink | undefined): Promise<boolean> {
  if (!openLink) return handOver(services.em(), services, email);
  return services.em().transactional(async (em) => {
    const isOurs = await handOver(em, services, email);
    if (isOurs && !(await openLink(em))) throw new Withdrawn();
    return isOurs;
  });
}
