import { t } from '@lingui/core/macro';
import type { ErrorCode } from '../../../errors/codes.ts';
import type { Reason } from '../../../errors/detail.ts';

/** Text, or function that derives it from the server's message. */
type Text = string | ((message: string) => string);

/** Returns the server's message, which has details that are nowhere else in the answer, such as the limit or the templates. */
const ofServer = (message: string): string => message;

const SIGNED_OUT = t`Your session has ended. Sign in again.`;
const NOT_ALLOWED = t`Your role doesn’t allow this. Ask an owner or admin of the organisation.`;
const UNAVAILABLE = t`The server is unavailable. Try again in a moment.`;
const TOO_MANY_REQUESTS = t`Too many requests. Wait a minute and try again.`;
const CHANGED = t`This was changed in the meantime. Reload the page and try again.`;
const IN_PROGRESS = t`This is already being processed. Reload the page to see the result.`;

/** Texts of errors without a reason. */
export const CODE_TEXTS: Readonly<Record<ErrorCode, string>> = {
  UNAUTHORIZED: SIGNED_OUT,
  KEY_EXPIRED: t`This API key has expired. Use another one.`,
  FORBIDDEN: NOT_ALLOWED,
  NOT_FOUND: t`This no longer exists, or the link is incomplete.`,
  VALIDATION_ERROR: t`Something is missing or invalid. Check it and try again.`,
  INSUFFICIENT_CREDITS: t`You don’t have enough credits. Ask the operator of this installation for more.`,
  IDEMPOTENCY_CONFLICT: IN_PROGRESS,
  CONFLICT: CHANGED,
  RATE_LIMITED: TOO_MANY_REQUESTS,
  INTERNAL_ERROR: t`Something went wrong on the server. Try again, and tell the operator if it happens again.`,
  SERVICE_UNAVAILABLE: UNAVAILABLE,
};

/** Texts of the situations within a code. */
export const REASON_TEXTS: Readonly<Record<Reason, Text>> = {
  // The page is older than the server.
  unknown_operation: CHANGED,
  no_key: SIGNED_OUT,
  unknown_key: ofServer,
  key_expired: ofServer,
  sign_in_required: SIGNED_OUT,
  no_organisation: t`You don’t have access to this organisation. Ask an owner or admin to invite you.`,
  other_account: t`This invitation is for another account. Sign in with the address that it was sent to.`,
  missing_scope: NOT_ALLOWED,
  owners_only: t`Only an owner can add, change or remove owners.`,
  limit_reached: ofServer,
  name_taken: t`Another organisation has this name, or one that looks the same. Choose another name.`,
  template_archived: t`This template is archived. Restore it first.`,
  design_changed: t`This template changed in another tab or by someone else. Reload the page.`,
  font_removed: ofServer,
  font_used: ofServer,
  certificate_revoked: t`This certificate is revoked. Reinstate it, or issue a new one.`,
  certificate_failed: t`This certificate couldn’t be rendered. Issue it again: its credit was refunded.`,
  file_replaced: ofServer,
  already_renewed: t`This certificate is already renewed. Renew the new one instead.`,
  template_unavailable: t`The template of this certificate is no longer available. Restore it, or issue from another one.`,
  no_change: t`Nothing has changed. Change at least one value.`,
  hiding_not_allowed: t`The template doesn’t allow recipients to hide this certificate.`,
  too_many_links: t`There are too many links to this certificate. Revoke one first.`,
  original_unchangeable: t`This certificate was imported with its original PDF, which can’t be corrected. Issue or import another one.`,
  request_open: t`There is already an open request for this certificate.`,
  request_decided: t`Someone else has already decided this request. Reload the page.`,
  requests_not_accepted: t`The template of this certificate doesn’t accept requests.`,
  sender_not_confirmed: t`Set a sender’s address and confirm it first.`,
  mail_server_private: t`This server is private. Use one that can be reached from the internet.`,
  mailbox_not_waiting: t`This address is confirmed already, or was removed. Reload the page.`,
  method_not_allowed: (message) => message,
  live_only: t`Test mode only shows this. Leave test mode to change it.`,
  test_only: t`This is only possible in test mode.`,
  no_such_series: t`The number series of this template does not exist. Create it in the settings.`,
  series_exists: t`There is already a number series of this name. Use another one.`,
  no_recipient_address: t`This certificate has no e-mail address. Issue it again with one.`,
  batch_processing: t`This batch is still being processed. Wait until it has finished.`,
  nothing_failed: t`No certificate of this batch has failed.`,
  webhook_address_private: t`This address is private. Use one that can be reached from the internet.`,
  webhook_disabled: t`This webhook is off. Turn it on first.`,
  key_reused: t`Something else was already sent under this key. Reload the page and try again.`,
  key_in_flight: IN_PROGRESS,
  too_many_requests: TOO_MANY_REQUESTS,
  too_many_attempts: t`Too many attempts. Wait a minute and try again.`,
  account_delayed: ofServer,
  sign_ins_busy: t`Many people are signing in right now. Try again in a moment.`,
  mail_limit: t`Too many e-mails in an hour to this address or from your organisation. Try again later.`,
  request_limit: TOO_MANY_REQUESTS,
  hiding_limit: TOO_MANY_REQUESTS,
  too_many_followers: t`Too many windows are open. Close some.`,
  uploads_busy: t`Too much is being uploaded at once. Try again in a moment.`,
  checks_busy: t`Other batches are still being checked. Try again when one has finished.`,
  drawings_busy: t`Many previews are waiting to be drawn. Try again in a moment.`,
  prints_busy: t`Other print files are still being created. Try again when one has finished.`,
  starting: t`The server is starting. Try again in a moment.`,
  unavailable: UNAVAILABLE,
  signing_unavailable: t`Certificates can’t be signed right now. Try again in a moment, and tell the operator if it happens again.`,
  rendering_interrupted: t`Rendering was interrupted. Try again in a moment.`,
  overloaded: t`The server is busy. Try again in a moment.`,
  just_changed: t`The template or your organisation has just changed. Try again in a moment.`,
};
