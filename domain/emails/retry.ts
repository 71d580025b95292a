import type { JobPayloads } from '../../database/queue.ts';
import type { Services } from '../context.ts';
import { enqueueInTurn } from './enqueue.ts';

/** Lets a mail to a recipient, which is due again, take its turn. */
export const retryEmail = (
  services: Services,
  { organisationId, emailId }: JobPayloads['retry-email'],
): Promise<void> =>
  services.em().transactional(async (em) => {
    const now = services.jobTime();
    await enqueueInTurn(em, { organisationId, emailIds: [emailId], now, key: `mail:${emailId}` });
  });
