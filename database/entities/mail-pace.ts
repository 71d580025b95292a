import { defineEntity, p } from '@mikro-orm/core';

/** Sending rate of a mail server (domain/emails/pace.ts). */
export const MailPaceSchema = defineEntity({
  name: 'EmailPace',
  tableName: 'mail_paces',
  properties: {
    /** Host and port. */
    server: p.text().primary(),
    /** Mails per minute. */
    rate: p.double(),
    /** Temporary refusals since the last accepted mail. */
    refusals: p.integer().default(0),
    /** Number of times that the rate was lowered. Outcomes of earlier mails do not change it again. */
    cuts: p.integer().default(0),
    /** Time at which the next mail can be sent, by PostgreSQL's clock. */
    freeAt: p.datetime(3),
  },
});

/** Virtual time of an organisation's last queued certificate mail (domain/shared/fair-queue.ts). */
export const MailTurnSchema = defineEntity({
  name: 'MailTurn',
  tableName: 'mail_turns',
  properties: {
    organisationId: p.uuid().primary(),
    lastTurn: p.bigint('number'),
  },
});
