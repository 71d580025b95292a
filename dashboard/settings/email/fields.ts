import type { Outputs } from '../../lib/session.ts';

export const FIELDS = [
  'emailSenderName',
  'replyTo',
  'senderAddress',
  'emailBcc',
  'emailSubject',
  'emailIntroMessage',
  'emailSignature',
  'reminderSubject',
  'reminderMessage',
] as const;
export type MailTexts = Record<(typeof FIELDS)[number], string>;

/** Returns the texts as form values. */
export const textsOf = (organisation: Outputs['organisation']['get']): MailTexts => ({
  emailSenderName: organisation.emailSenderName ?? '',
  replyTo: organisation.replyTo ?? '',
  senderAddress: organisation.senderAddress ?? '',
  emailBcc: organisation.emailBcc ?? '',
  emailSubject: organisation.emailSubject ?? '',
  emailIntroMessage: organisation.emailIntroMessage ?? '',
  emailSignature: organisation.emailSignature ?? '',
  reminderSubject: organisation.reminderSubject ?? '',
  reminderMessage: organisation.reminderMessage ?? '',
});
