import { defineEntity, p } from '@mikro-orm/core';

type EmailStatus = 'QUEUED' | 'SENDING' | 'SENT' | 'DELIVERED' | 'BOUNCED' | 'FAILED' | 'UNCERTAIN';
/** Kinds of mails. domain/emailing/kinds/ has a file for each. */
export type EmailKind =
  | 'CERTIFICATE'
  | 'REVOCATION'
  | 'INVITATION'
  | 'PASSWORD_RESET'
  | 'BATCH_NOTICE'
  | 'EXPIRY_REMINDER'
  | 'EXPIRY_DIGEST'
  | 'REQUEST_ANSWER'
  | 'MY_LINK'
  | 'ADDRESS_CONFIRMATION'
  | 'WEBHOOK_DISABLED';

/** A request to send a mail. docs/database.md describes the columns. */
export const EmailSchema = defineEntity({
  name: 'Email',
  tableName: 'emails',
  properties: {
    /** Nil UUID for a mail that belongs to no organisation (domain/emails/types.ts). */
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    kind: p.string().columnType('text').$type<EmailKind>(),
    /** Subject of a `CERTIFICATE` or a `REVOCATION`; null for other kinds. */
    certificateId: p.uuid().nullable(),
    /** Template of that certificate, for figures. */
    templateId: p.uuid().nullable(),
    /** Subject of other kinds: an invitation, a person, a batch or a link. */
    subjectId: p.text().nullable(),
    /** Address of these two. Other kinds look it up when they are sent. */
    recipient: p.text().nullable(),
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
