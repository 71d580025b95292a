import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, statement } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import {
  listenersOf,
  prepareEvents,
  type RecordedEvent,
  type RecordValues,
  recordedOf,
  recordParts,
} from '../events/record.ts';
import type { NewEvent } from '../events/types.ts';
import { createDeliveries } from './create-deliveries.ts';

const record = statement((db, value: Bound<RecordValues>) => {
  const { heads, events, chosen } = recordParts(value);
  return db
    .with('heads', heads)
    .with('logged', events)
    .with('chosen', chosen)
    .selectFrom('heads')
    .select(['organisationId', 'position', listenersOf(sql.ref('heads.organisation_id')).as('listeners')]);
});

/**
 * Records events and creates the delivery of each to every webhook that subscribes to its type. All of it commits in the caller's
 * transaction, with the changes that the events report. No event is therefore lost or reports a rolled-back change. Call it last, and once
 * per transaction.
 */
export async function publishEvents(em: EntityManager, services: Services, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const { prepared, values } = prepareEvents(services, events);
  await deliverEvents(em, services, recordedOf(prepared, await record(em, values)));
}

/** Creates the deliveries of events that were recorded in the same transaction. */
export async function deliverEvents(
  em: EntityManager,
  services: Services,
  recorded: readonly RecordedEvent[],
): Promise<void> {
  const deliveries = recorded.flatMap(
    ({ organisationId, position: eventPosition, type: event, subjectId, createdAt, webhookIds, trace }) =>
      webhookIds.map((webhookId) => ({
        ...{ organisationId, webhookId, event, subjectId, eventPosition, createdAt, trace },
      })),
  );
  await createDeliveries(em, services, deliveries);
}
