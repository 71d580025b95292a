import { defineEntity, p } from '@mikro-orm/core';

/** A link by which a recipient shows a hidden certificate. */
export const ShareLinkSchema = defineEntity({
  name: 'ShareLink',
  tableName: 'share_links',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    certificateId: p.uuid(),
    /** Recipient who made it. */
    recipientId: p.uuid(),
    /** Id of the key from which the token in the address is derived. No table has the token. */
    keyId: p.uint8array().columnType('bytea'),
    createdAt: p.datetime(3),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
