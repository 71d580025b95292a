import { z } from 'zod';
import type { Row } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { EventRow } from '../events/seal.ts';
import { dataOf } from '../events/show.ts';
import { EVENT_TYPES, type EventType, type LaurelEvent } from '../events/types.ts';
import { DateTime, iso, Uuid } from '../shared/schemas.ts';

const payload = (event: string, data: z.ZodObject) =>
  z
    .object({
      event: z.literal(event),
      deliveryId: Uuid,
      createdAt: DateTime,
      position: z
        .int()
        .positive()
        .nullable()
        .describe("Place in the organisation's event log, which orders deliveries; null for a ping"),
      data,
    })
    .describe(data.description ?? '');

const PING = z
  .object({ webhookId: Uuid })
  .describe("A test event, sent from the dashboard or by an operator's command");

/** Body of each event (specification 6.3) and of a ping. */
export const WEBHOOK_PAYLOADS: Readonly<Record<EventType | 'ping', ReturnType<typeof payload>>> = Object.fromEntries(
  Object.entries({ ...EVENT_TYPES, ping: PING }).map(([event, data]) => [event, payload(event, data)]),
) as Record<EventType | 'ping', ReturnType<typeof payload>>;

interface Envelope {
  deliveryId: string;
  createdAt: string;
  position: number | null;
}

/** Body of any event, identified by `event`. */
export type WebhookPayload =
  | { [Event in LaurelEvent as Event['type']]: Envelope & { event: Event['type']; data: Event['data'] } }[EventType]
  | (Envelope & { event: 'ping'; data: z.infer<typeof PING> });

export const WebhookPayload = z
  .discriminatedUnion('event', Object.values(WEBHOOK_PAYLOADS) as [ReturnType<typeof payload>])
  .meta({ id: 'WebhookPayload' });

type Delivery = Pick<Row<'webhook_deliveries'>, 'id' | 'event' | 'webhookId' | 'createdAt'>;

/** Returns the exact text that is signed and sent, which is the same in every attempt. `event` is authentic, and null for a ping. */
export const bodyOf = (
  services: Services,
  { id, event, webhookId, createdAt }: Delivery,
  of: EventRow | null,
): string =>
  JSON.stringify({
    ...{ event, deliveryId: id, createdAt: iso(createdAt), position: of?.position ?? null },
    data: of ? dataOf(services, of) : { webhookId },
  });
