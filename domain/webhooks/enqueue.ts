import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';

interface Delivery {
  organisationId: string;
  webhookId: string;
  deliveryId: string;
}

/** Queues the next attempt of each delivery, at once or at a moment. */
export async function enqueueDeliveries(
  em: EntityManager,
  deliveries: readonly Delivery[],
  runAt?: Date,
): Promise<void> {
  await enqueue(
    em,
    'deliver-webhook',
    deliveries.map(({ organisationId, webhookId, deliveryId }) => ({
      payload: { organisationId, deliveryId },
      // A receiver that hangs must not occupy every place.
      flags: [`organisation ${organisationId}`, `webhook ${webhookId}`],
      ...(runAt && { runAt }),
    })),
  );
}
