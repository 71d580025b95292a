import { z } from 'zod';
import { EVENT_TYPE_NAMES } from '../events/types.ts';
import { DateTime, OneLine, Uuid, WebAddress } from '../shared/schemas.ts';

/** Event types for webhooks. The first two are in the contract (specification 6.1); the others are off by default. */
export const WebhookEvent = z.enum(EVENT_TYPE_NAMES);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

export const CreateWebhook = z.strictObject({
  name: OneLine.min(1).max(200),
  url: WebAddress,
  events: z
    .array(WebhookEvent)
    .min(1)
    .transform((events) => [...new Set(events)]),
});
export type CreateWebhook = z.infer<typeof CreateWebhook>;

export const WebhookId = z.strictObject({ id: Uuid });

export const UpdateWebhook = CreateWebhook.partial().extend({ id: Uuid });
export type UpdateWebhook = z.infer<typeof UpdateWebhook>;

export const Webhook = z.object({
  id: Uuid,
  name: z.string(),
  url: z.url(),
  events: z.array(WebhookEvent),
  status: z.enum(['ACTIVE', 'ERROR']),
  errorCount: z.int(),
  previousSecretUntil: DateTime.nullable(),
  createdAt: DateTime,
  updatedAt: DateTime,
});
export type Webhook = z.infer<typeof Webhook>;

const Attempt = z.object({
  attemptedAt: DateTime,
  durationMs: z.int(),
  status: z.int().nullable(),
  response: z.string().nullable().describe('Start of the response'),
  error: z.string().nullable(),
});

export const Delivery = z.object({
  id: Uuid,
  event: z.string(),
  status: z.enum(['PENDING', 'SUCCEEDED', 'FAILED']),
  body: z.string().describe('The exact bytes that are sent'),
  createdAt: DateTime,
  attempts: z.array(Attempt),
});
export type Delivery = z.infer<typeof Delivery>;
