import { defineEntity, p } from '@mikro-orm/core';

export const WebhookSchema = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    url: p.text(),
    events: p.array<string>().columnType('text[]'),
    status: p.string().columnType('text').$type<'ACTIVE' | 'ERROR'>().default('ACTIVE'),
    errorCount: p.integer().default(0),
    /** Encrypted rather than hashed, because requests are signed with it. */
    secret: p.uint8array().columnType('bytea'),
    previousSecret: p.uint8array().columnType('bytea').nullable(),
    previousSecretUntil: p.datetime(3).nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class Webhook extends WebhookSchema.class {}
WebhookSchema.setClass(Webhook);

export const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    webhookId: p.uuid(),
    event: p.text(),
    /** Certificate, batch or template that the event is about. */
    subjectId: p.uuid().nullable(),
    /** Position of the event; null for a ping, which is not an event. */
    eventPosition: p.bigint('number').nullable(),
    status: p.string().columnType('text').$type<'PENDING' | 'SUCCEEDED' | 'FAILED'>().default('PENDING'),
    /** Attempts since it was created or last replayed. */
    attempts: p.integer().default(0),
    createdAt: p.datetime(3),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

/** The delivery of one event to one webhook. */
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);

/** A request to a webhook's address, with its outcome. */
export const WebhookAttemptSchema = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempts',
  properties: {
    organisationId: p.uuid().primary(),
    deliveryId: p.uuid().primary(),
    id: p.uuid().primary(),
    attemptedAt: p.datetime(3),
    durationMs: p.integer(),
    /** HTTP status; null without a response. */
    status: p.integer().nullable(),
    /** Start of the response. */
    response: p.text().nullable(),
    error: p.text().nullable(),
  },
});
