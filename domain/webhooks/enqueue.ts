import type { EntityManager } from '../../database/orm.ts';
import { enqueue, type Job } from '../../database/queue.ts';

interface Delivery {
  organisationId: string;
  webhookId: string;
  deliveryId: string;
}

/** Queues the next attempt of each delivery, at once. */
export async function enqueueDeliveries(em: EntityManager, deliveries: readonly Delivery[]): Promise<void> {
  await enqueue(
    em,
    'deliver-webhook',
    deliveries.map((delivery) => attemptJob(delivery)),
  );
}

/** The job of the next attempt at a delivery. */
export const attemptJob = ({ organisationId, webhookId, deliveryId }: Delivery): Job<'deliver-webhook'> => ({
  payload: { organisationId, deliveryId },
  // A receiver that hangs must not occupy every place.
  flags: [`organisation ${organisationId}`, `webhook ${webhookId}`],
});
