import { defineEntity, p } from '@mikro-orm/core';

/** The key with which an organisation's e-mails are signed for its domain (RFC 6376). */
export const DkimKeySchema = defineEntity({
  name: 'DkimKey',
  tableName: 'dkim_keys',
  properties: {
    organisationId: p.uuid().primary(),
    domain: p.text(),
    selector: p.text(),
    /** Base64 of the public key, as in the record. */
    publicKey: p.text(),
    /** PKCS #8, encrypted. */
    privateKey: p.uint8array().columnType('bytea'),
    createdAt: p.datetime(3),
    /** Time since which the record is known to be in the DNS; null while it is not. */
    foundAt: p.datetime(3).nullable(),
    checkedAt: p.datetime(3).nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
