import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';

/** Deliveries of one webhook that may be under way at once: a receiver that hangs must not occupy every place. */
const LANES = 2;

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
      lane: `${webhookId} ${laneOf(deliveryId)}`,
      ...(runAt && { runAt }),
    })),
  );
}

/** The end of a UUIDv7 is random. */
const laneOf = (deliveryId: string): number => Number.parseInt(deliveryId.slice(-4), 16) % LANES;
