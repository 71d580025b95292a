import { defineEntity, p } from '@mikro-orm/core';

/** An organisation's last position in its event log. */
export const EventHeadSchema = defineEntity({
  name: 'EventHead',
  tableName: 'event_heads',
  properties: {
    organisationId: p.uuid().primary(),
    position: p.bigint('number'),
  },
});

/** An event of an organisation, for webhooks and readers of the log. */
export const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'events',
  properties: {
    organisationId: p.uuid().primary(),
    /** Starts at 1, has no gaps, and follows the order of commits. */
    position: p.bigint('number').primary(),
    id: p.uuid(),
    type: p.text(),
    /** Certificate, batch or template that the event is about. */
    subjectId: p.uuid(),
    /** JSON without addresses of files, which are added when the event is shown. */
    data: p.text(),
    /** Id of the key from which the addresses of the certificate's files are derived; null without files. */
    fileKey: p.uint8array().columnType('bytea').nullable(),
    createdAt: p.datetime(3),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
