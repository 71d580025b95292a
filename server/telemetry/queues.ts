import { QUEUE_SCHEMAS, type Queue, queueState } from '../../database/queue.ts';
import type { Services } from '../../domain/context.ts';
import type { QueueState } from './metrics.ts';

/** Returns the number of waiting jobs per queue, and the age of the next one. */
export const queueStates = ({ em }: Pick<Services, 'em'>): Promise<QueueState[]> =>
  Promise.all(
    (Object.keys(QUEUE_SCHEMAS) as Queue[]).map(async (queue) => ({ queue, ...(await queueState(em(), queue)) })),
  );
