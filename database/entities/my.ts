import { defineEntity, p } from '@mikro-orm/core';

/** A session of the recipients' place on one device. */
export const MySessionSchema = defineEntity({
  name: 'MySession',
  tableName: 'my_sessions',
  properties: {
    id: p.uuid().primary(),
    /** SHA-256 of the cookie's token. */
    tokenHash: p.uint8array().columnType('bytea'),
    /** Mailbox whose link opened the session (domain/shared/email-address.ts). */
    mailbox: p.text(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

type Purpose = 'ENTER' | 'ADD';

/** A link that enters the recipients' place, or adds a mailbox to that of a session. Opening it deletes the row. */
export const MyLinkSchema = defineEntity({
  name: 'MyLink',
  tableName: 'my_links',
  properties: {
    id: p.uuid().primary(),
    purpose: p.string().columnType('text').$type<Purpose>(),
    mailbox: p.text(),
    /** Session that asked, and the only one in which an `ADD` works. Null for an `ENTER`. */
    sessionId: p.uuid().nullable(),
    /** Language of the page on which it was asked for. */
    language: p.text(),
    /** SHA-256 of the link's token; null until its mail is handed over. */
    tokenHash: p.uint8array().columnType('bytea').nullable(),
    createdAt: p.datetime(3),
    /** Before the hand-over, the time until which its mail is retried. */
    expiresAt: p.datetime(3),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

/** A mailbox that shares a place with others. */
export const MyAddressSchema = defineEntity({
  name: 'MyAddress',
  tableName: 'my_addresses',
  properties: {
    mailbox: p.text().primary(),
    placeId: p.uuid(),
    addedAt: p.datetime(3),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
