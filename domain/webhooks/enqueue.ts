import type { EntityManager } from '../../database/orm.ts';
import { enqueue, type Job } from '../../database/queue.ts';

interface Delivery {
  organisationId: string;
  webhookId: string;
  deliveryId: string;
}

/** Queues the next attempt of each delivery, without a delay. */
export async function enqueueDeliveries(em: EntityManager, deliveries: readonly Delivery[]): Promise<void> {
  await enqueue(
    em,
    'deliver-webhook',
    deliveries.map((delivery) => attemptJob(delivery)),
  );
}

/** Returns the job of the next attempt at a delivery. */
export const attemptJob = ({ organisationId, webhookId, deliveryId }: Delivery): Job<'deliver-webhook'> => ({
  payload: { organisationId, deliveryId },
  // Flags limit the concurrent deliveries of a receiver that hangs.
  flags: [`organisation ${organisationId}`, `webhook ${webhookId}`],
});
