import { defineEntity, p } from '@mikro-orm/core';

type MailStatus = 'QUEUED' | 'SENDING' | 'SENT' | 'FAILED' | 'UNCERTAIN';

/** One request to send a mail about an account (domain/emails/request-account-mail.ts). */
export const AccountMailSchema = defineEntity({
  name: 'AccountMail',
  tableName: 'account_mails',
  properties: {
    id: p.uuid().primary(),
    /** Null for a mail that belongs to no organisation. */
    organisationId: p.uuid().nullable(),
    kind: p.string().columnType('text').$type<'INVITATION' | 'PASSWORD_RESET' | 'BATCH_NOTICE'>(),
    /** The invitation, person or batch. */
    subjectId: p.text(),
    status: p.string().columnType('text').$type<MailStatus>(),
    error: p.text().nullable(),
    refusals: p.integer().default(0),
    createdAt: p.datetime(3),
    claimedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
