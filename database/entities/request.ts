import { defineEntity, p } from '@mikro-orm/core';

/** The response to a request with an Idempotency-Key, kept for 24 hours. */
export const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    organisationId: p.uuid().primary(),
    route: p.text().primary(),
    key: p.text().primary(),
    /** SHA-256 of the request, to detect another request with the same key. */
    requestDigest: p.uint8array().columnType('bytea'),
    /** Encrypted JSON, because it can contain addresses of files. */
    response: p.uint8array().columnType('bytea'),
    createdAt: p.datetime(3),
  },
});

/** Counters in the format of rate-limiter-flexible. The table is unlogged, so a crash resets them. */
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
