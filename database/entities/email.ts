import { defineEntity, p } from '@mikro-orm/core';

type EmailStatus = 'QUEUED' | 'SENDING' | 'SENT' | 'FAILED' | 'UNCERTAIN';

/** One request to e-mail a certificate to its recipient. docs/database.md describes the columns. */
export const EmailSchema = defineEntity({
  name: 'Email',
  tableName: 'emails',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    certificateId: p.uuid(),
    recipient: p.text(),
    status: p.string().columnType('text').$type<EmailStatus>(),
    error: p.text().nullable(),
    /** Temporary refusals by the mail server. */
    refusals: p.integer().default(0),
    createdAt: p.datetime(3),
    claimedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
