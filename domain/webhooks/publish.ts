import type { EntityManager } from '../../database/orm.ts';
import type { Services } from '../context.ts';
import { recordEvents } from '../events/record.ts';
import type { NewEvent } from '../events/types.ts';
import { createDeliveries } from './deliveries.ts';

/**
 * Records events, and makes the delivery of each to every webhook that chose its type. All of it commits in the caller's transaction, with
 * the changes that the events report: no event is lost, none reports what was rolled back. Call it last, and once in a transaction.
 */
export async function publishEvents(em: EntityManager, services: Services, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const recorded = await recordEvents(em, services, events);
  const deliveries = recorded.flatMap(
    ({ organisationId, position: eventPosition, type: event, subjectId, createdAt, webhookIds, trace }) =>
      webhookIds.map((webhookId) => ({
        ...{ organisationId, webhookId, event, subjectId, eventPosition, createdAt, trace },
      })),
  );
  await createDeliveries(em, services, deliveries);
}
