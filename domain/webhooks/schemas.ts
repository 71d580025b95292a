import { z } from 'zod';
import { EVENT_PATTERNS } from '../events/match.ts';
import { ChosenEvent } from '../events/schemas.ts';
import { Count, DateTime, filledLine, Uuid, WebAddress } from '../shared/schemas.ts';

/**
 * Event types for webhooks, and wildcards for several. The first two types are in the contract (specification 6.1); the others are off by
 * default.
 */
export const WebhookEvent = z.enum(EVENT_PATTERNS);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** Attempts at a delivery: the contract's three, or further ones for a day. */
export const Retry = z.enum(['contract', 'day']);
export type Retry = z.infer<typeof Retry>;

export const CreateWebhook = z.strictObject({
  name: filledLine(200),
  url: WebAddress,
  events: z
    .array(ChosenEvent)
    .min(1)
    .max(100)
    .transform((events) => [...new Set(events)]),
  /** `contract` by default. */
  retry: Retry.optional(),
});
export type CreateWebhook = z.infer<typeof CreateWebhook>;

export const WebhookId = z.strictObject({ id: Uuid });

export const UpdateWebhook = CreateWebhook.partial().extend({ id: Uuid });
export type UpdateWebhook = z.infer<typeof UpdateWebhook>;

export const EnableWebhook = WebhookId.extend({
  sendMissed: z
    .boolean()
    .default(false)
    .describe('Sends what it missed, from the failed deliveries of the day before its first failure on'),
});
export type EnableWebhook = z.infer<typeof EnableWebhook>;

export const Webhook = z.object({
  id: Uuid,
  name: z.string(),
  url: z.url(),
  events: z.array(WebhookEvent),
  retry: Retry,
  status: z.enum(['ACTIVE', 'ERROR', 'DISABLED']),
  errorCount: z.int(),
  lastSuccessAt: DateTime.nullable(),
  disabledAt: DateTime.nullable(),
  previousSecretUntil: DateTime.nullable(),
  createdAt: DateTime,
  updatedAt: DateTime,
});
export type Webhook = z.infer<typeof Webhook>;

/** A webhook as API keys see it: without its address, parts of which can be secret. */
export const WebhookState = z.object({
  id: Uuid.describe('The webhook'),
  name: z.string().describe('Its name'),
  origin: z.string().describe('Scheme, host and port of its address, whose other parts can be secret'),
  events: z.array(WebhookEvent).describe('Event types and wildcards that it receives'),
  retry: Retry.describe('`contract`: three attempts; `day`: further attempts for a day'),
  status: Webhook.shape.status.describe(
    '`ERROR` after a delivery whose three attempts failed, until the next success; `DISABLED` with `retry: day` after 5 days without a success',
  ),
  errorCount: Count.describe('Deliveries since the last success whose three attempts failed'),
  lastSuccessAt: DateTime.nullable().describe('Time of the last success, at most a minute too early; null without one'),
  disabledAt: DateTime.nullable().describe('Time since which it is disabled; null if it is not'),
  lastErrors: z
    .array(
      z.object({
        deliveryId: Uuid.describe('The delivery'),
        event: z.string().describe('Type of the event'),
        attemptedAt: DateTime.describe('Time of the attempt'),
        status: z.int().nullable().describe('HTTP status of the answer; null without one'),
        error: z.string().nullable().describe('Reason why there was no answer'),
      }),
    )
    .describe('Last failed attempts of the last 50 deliveries, newest first, at most 5'),
  createdAt: DateTime.describe('Time of its creation'),
  updatedAt: DateTime.describe('Time of the last change of its settings'),
});
export type WebhookState = z.infer<typeof WebhookState>;

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
  status: z.enum(['PENDING', 'SUCCEEDED', 'FAILED', 'MISSED']),
  body: z.string().describe('The exact bytes that are sent'),
  createdAt: DateTime,
  attempts: z.array(Attempt),
});
export type Delivery = z.infer<typeof Delivery>;
