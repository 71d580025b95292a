import { defineEntity, p } from '@mikro-orm/core';

export const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    /** HMAC-SHA256 of the key under the pepper. The key itself is not stored. */
    keyHash: p.uint8array().columnType('bytea'),
    /** First characters of the key, to identify it. */
    prefix: p.text(),
    scopes: p.array<string>().columnType('text[]'),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);
