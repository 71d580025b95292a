import { QUEUE_SCHEMAS, type Queue, queueState } from '../../database/queue.ts';
import type { Services } from '../../domain/context.ts';
import type { QueueState } from './metrics.ts';

/** How many jobs wait in each queue, and for how long the next one has. */
export const queueStates = ({ em }: Pick<Services, 'em'>): Promise<QueueState[]> =>
  Promise.all(
    (Object.keys(QUEUE_SCHEMAS) as Queue[]).map(async (queue) => ({ queue, ...(await queueState(em(), queue)) })),
  );
