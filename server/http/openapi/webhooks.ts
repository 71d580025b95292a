import { z } from 'zod';
import { WEBHOOK_PAYLOADS } from '../../../domain/webhooks/payloads.ts';
import type { Json } from './parts.ts';

/** What a webhook's receiver is sent (specification part 6), for the member `webhooks` of the API document. */
export const webhookOperations = (): Json =>
  Object.fromEntries(
    Object.entries(WEBHOOK_PAYLOADS).map(([event, payload]) => [event, { post: operationOf(event, payload) }]),
  );

function operationOf(event: string, payload: z.ZodObject): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(payload);
  return {
    operationId: `webhook.${event}`,
    summary: event,
    description: `${payload.description}. Three attempts, a second and then two seconds apart; deliveries may arrive twice.`,
    tags: ['Webhooks'],
    security: [],
    parameters: PARAMETERS,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'The delivery succeeded: the response came within 10 seconds' },
      '4XX': {
        description:
          'The delivery failed; so it does with any status other than 2xx, and without a response within 10 seconds',
      },
    },
  };
}

const header = (name: string, description: string, schema: Json = {}): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', ...schema },
});

const PARAMETERS = [
  header('X-Service-Event', 'The name of the event'),
  header('X-Service-Delivery', 'The id of the delivery', { format: 'uuid' }),
  header('X-Service-Signature', '`sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, keyed with the secret'),
  header('webhook-id', 'The id of the delivery (Standard Webhooks)'),
  header('webhook-timestamp', 'Seconds since 1970 (Standard Webhooks)'),
  header('webhook-signature', 'Signatures by each valid secret, `v1,` and base64 (Standard Webhooks)'),
];
