import { defineEntity, p } from '@mikro-orm/core';

export const WebhookSchema = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    url: p.text(),
    /** Event types and wildcards, such as `certificate.*`. */
    events: p.array<string>().columnType('text[]'),
    retry: p.string().columnType('text').$type<'contract' | 'day'>(),
    status: p.string().columnType('text').$type<'ACTIVE' | 'ERROR' | 'DISABLED'>().default('ACTIVE'),
    errorCount: p.integer().default(0),
    /** Time of the last success, at most a minute too early. */
    lastSuccessAt: p.datetime(3).nullable(),
    /** Time of the first failed attempt after the last success. */
    failingSince: p.datetime(3).nullable(),
    disabledAt: p.datetime(3).nullable(),
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
    /** `MISSED` if it was due while its webhook was disabled. */
    status: p.string().columnType('text').$type<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'MISSED'>().default('PENDING'),
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
