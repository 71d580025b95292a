import type { EmailKind } from '../../../database/entities/email.ts';
import { addressConfirmation } from './address-confirmation.ts';
import { batchNotice } from './batch-notice.ts';
import { certificateMail } from './certificate.ts';
import { expiryDigest } from './expiry-digest.ts';
import { expiryReminder } from './expiry-reminder.ts';
import { invitationMail } from './invitation.ts';
import type { EmailComposer } from './kind.ts';
import { myLinkMail } from './my-link.ts';
import { passwordResetMail } from './password-reset.ts';
import { requestAnswer } from './request-answer.ts';
import { revocationMail } from './revocation.ts';
import { webhookDisabled } from './webhook-disabled.ts';

/** Composers of mails by kind. */
export const EMAIL_KINDS: Readonly<Record<EmailKind, EmailComposer>> = {
  CERTIFICATE: certificateMail,
  REVOCATION: revocationMail,
  INVITATION: invitationMail,
  PASSWORD_RESET: passwordResetMail,
  BATCH_NOTICE: batchNotice,
  EXPIRY_REMINDER: expiryReminder,
  EXPIRY_DIGEST: expiryDigest,
  REQUEST_ANSWER: requestAnswer,
  MY_LINK: myLinkMail,
  ADDRESS_CONFIRMATION: addressConfirmation,
  WEBHOOK_DISABLED: webhookDisabled,
};
