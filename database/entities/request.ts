import { defineEntity, p } from '@mikro-orm/core';

/** The answer to a request with an Idempotency-Key, kept for 24 hours. */
export const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    organisationId: p.uuid().primary(),
    route: p.text().primary(),
    key: p.text().primary(),
    /** SHA-256 of the request, to recognise another one with the same key. */
    requestDigest: p.uint8array().columnType('bytea'),
    /** JSON, encrypted: it may have addresses of files. */
    response: p.uint8array().columnType('bytea'),
    createdAt: p.datetime(3),
  },
});

/** Counters of rate-limiter-flexible, in the form that it expects; unlogged, so a crash resets them. */
export const RateLimitSchema = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    key: p.string().length(255).primary(),
    points: p.integer().default(0),
    /** Milliseconds since 1970. */
    expire: p.bigint('number').nullable(),
  },
});
