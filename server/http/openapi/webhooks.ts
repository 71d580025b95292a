import { z } from 'zod';
import { WEBHOOK_PAYLOADS } from '../../../domain/webhooks/project-payload.ts';
import type { Json } from './parts.ts';

/** Returns the requests to a webhook's receiver (specification part 6), for the member `webhooks` of the API document. */
export const webhookOperations = (): Json =>
  Object.fromEntries(
    Object.entries(WEBHOOK_PAYLOADS).map(([event, payload]) => [event, { post: operationOf(event, payload) }]),
  );

function operationOf(event: string, payload: z.ZodObject): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(payload);
  return {
    operationId: `webhook.${event}`,
    summary: event,
    description: `${payload.description}. Three attempts, 1 s and then 2 s apart, and further ones with \`retry: day\`. A delivery may arrive twice.`,
    tags: ['Webhooks'],
    security: [],
    parameters: PARAMETERS,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'The delivery succeeded: the response arrived within 10 seconds' },
      '4XX': {
        description: 'The delivery failed, as with any status other than 2xx and with no response within 10 seconds',
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
  header('X-Service-Event', 'Name of the event'),
  header('X-Service-Delivery', 'Id of the delivery', { format: 'uuid' }),
  header('X-Service-Signature', '`sha256=` and the hexadecimal HMAC-SHA256 of the raw body, keyed with the secret'),
  header('webhook-id', 'Id of the delivery (Standard Webhooks)'),
  header('webhook-timestamp', 'Seconds since 1970 (Standard Webhooks)'),
  header('webhook-signature', 'Signatures with each valid secret, `v1,` and base64 (Standard Webhooks)'),
];
