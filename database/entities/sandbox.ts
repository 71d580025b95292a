import { defineEntity, p } from '@mikro-orm/core';

/** Clock of a sandbox that was moved forward (domain/sandbox/). */
export const SandboxClockSchema = defineEntity({
  name: 'SandboxClock',
  tableName: 'sandbox_clocks',
  properties: {
    organisationId: p.uuid().primary(),
    /** Milliseconds ahead of the installation's clock. */
    aheadMs: p.bigint('number'),
  },
});

/** Mail of a sandbox, which is kept instead of sent. */
export const CapturedMailSchema = defineEntity({
  name: 'CapturedMail',
  tableName: 'captured_mails',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    recipient: p.text(),
    subject: p.text(),
    html: p.text().nullable(),
    text: p.text(),
    createdAt: p.datetime(3),
    mac: p.uint8array().columnType('bytea'),
  },
});

export class CapturedMail extends CapturedMailSchema.class {}
CapturedMailSchema.setClass(CapturedMail);
