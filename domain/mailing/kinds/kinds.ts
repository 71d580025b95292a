import type { EmailKind } from '../../../database/entities/email.ts';
import { batchNotice } from './batch-notice.ts';
import { certificateMail } from './certificate.ts';
import { invitationMail } from './invitation.ts';
import type { MailKind } from './kind.ts';
import { passwordResetMail } from './password-reset.ts';

/** Composers of mails by kind. */
export const MAIL_KINDS: Readonly<Record<EmailKind, MailKind>> = {
  CERTIFICATE: certificateMail,
  INVITATION: invitationMail,
  PASSWORD_RESET: passwordResetMail,
  BATCH_NOTICE: batchNotice,
};
