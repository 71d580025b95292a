import type { ErrorCode } from '../../../errors/codes.ts';
import type { Reason } from '../../../errors/detail.ts';

/** Text, or function that derives it from the server's message. */
type Text = string | ((message: string) => string);

/** Returns the server's message, which has details that are nowhere else in the answer, such as the limit or the templates. */
const ofServer = (message: string): string => message;

const SIGNED_OUT = 'Your session has ended. Sign in again.';
const NOT_ALLOWED = 'Your role doesn’t allow this. Ask an owner or admin of the organisation.';
const UNAVAILABLE = 'The server is unavailable. Try again in a moment.';
const TOO_MANY_REQUESTS = 'Too many requests. Wait a minute and try again.';
const IN_PROGRESS = 'This is already being processed. Reload the page to see the result.';

/** Texts of errors without a reason. */
export const CODE_TEXTS: Readonly<Record<ErrorCode, string>> = {
  UNAUTHORIZED: SIGNED_OUT,
  KEY_EXPIRED: 'This API key has expired. Use another one.',
  FORBIDDEN: NOT_ALLOWED,
  NOT_FOUND: 'This no longer exists, or the link is incomplete.',
  VALIDATION_ERROR: 'Something is missing or invalid. Check it and try again.',
  INSUFFICIENT_CREDITS: 'You don’t have enough credits. Ask the operator of this installation for more.',
  IDEMPOTENCY_CONFLICT: IN_PROGRESS,
  CONFLICT: 'This was changed in the meantime. Reload the page and try again.',
  RATE_LIMITED: TOO_MANY_REQUESTS,
  INTERNAL_ERROR: 'Something went wrong on the server. Try again, and tell the operator if it happens again.',
  SERVICE_UNAVAILABLE: UNAVAILABLE,
};

/** Texts of the situations within a code. */
export const REASON_TEXTS: Readonly<Record<Reason, Text>> = {
  no_key: SIGNED_OUT,
  unknown_key: ofServer,
  key_expired: ofServer,
  sign_in_required: SIGNED_OUT,
  no_organisation: 'You don’t have access to this organisation. Ask an owner or admin to invite you.',
  other_account: 'This invitation is for another account. Sign in with the address that it was sent to.',
  missing_scope: NOT_ALLOWED,
  owners_only: 'Only an owner can add, change or remove owners.',
  limit_reached: ofServer,
  name_taken: 'Another organisation has this name, or one that looks the same. Choose another name.',
  template_archived: 'This template is archived. Restore it first.',
  design_changed: 'This template changed in another tab or by someone else. Reload the page.',
  font_removed: ofServer,
  font_used: ofServer,
  certificate_revoked: 'This certificate is revoked. Reinstate it, or issue a new one.',
  certificate_failed: 'This certificate couldn’t be rendered. Issue it again: its credit was refunded.',
  file_replaced: ofServer,
  already_renewed: 'This certificate is already renewed. Renew the new one instead.',
  revoked_unrenewable: 'This certificate is revoked. Reinstate it first, or issue a new one.',
  template_unavailable:
    'The template of this certificate is no longer available. Restore it, or issue from another one.',
  no_change: 'Nothing has changed. Change at least one value.',
  hiding_not_allowed: 'The template doesn’t allow recipients to hide this certificate.',
  too_many_links: 'There are too many links to this certificate. Revoke one first.',
  original_unchangeable:
    'This certificate was imported with its original PDF, which can’t be corrected. Issue or import another one.',
  request_open: 'There is already an open request for this certificate.',
  request_decided: 'Someone else has already decided this request. Reload the page.',
  requests_not_accepted: 'The template of this certificate doesn’t accept requests.',
  sender_not_confirmed: 'Set a sender’s address and confirm it first.',
  mail_server_private: 'This server is private. Use one that can be reached from the internet.',
  mailbox_not_waiting: 'This address is confirmed already, or was removed. Reload the page.',
  revoked_unchangeable: 'This certificate is revoked. Reinstate it first.',
  no_such_series: 'The number series of this template does not exist. Create it in the settings.',
  series_exists: 'There is already a number series of this name. Use another one.',
  no_recipient_address: 'This certificate has no e-mail address. Issue it again with one.',
  batch_processing: 'This batch is still being processed. Wait until it has finished.',
  nothing_failed: 'No certificate of this batch has failed.',
  webhook_address_private: 'This address is private. Use one that can be reached from the internet.',
  key_reused: 'Something else was already sent under this key. Reload the page and try again.',
  key_in_flight: IN_PROGRESS,
  too_many_requests: TOO_MANY_REQUESTS,
  too_many_attempts: 'Too many attempts. Wait a minute and try again.',
  account_delayed: ofServer,
  sign_ins_busy: 'Many people are signing in right now. Try again in a moment.',
  mail_limit: 'Too many e-mails in an hour to this address or from your organisation. Try again later.',
  request_limit: TOO_MANY_REQUESTS,
  hiding_limit: TOO_MANY_REQUESTS,
  too_many_followers: 'Too many windows are open. Close some.',
  uploads_busy: 'Too much is being uploaded at once. Try again in a moment.',
  checks_busy: 'Other batches are still being checked. Try again when one has finished.',
  drawings_busy: 'Many previews are waiting to be drawn. Try again in a moment.',
  prints_busy: 'Other print files are still being created. Try again when one has finished.',
  starting: 'The server is starting. Try again in a moment.',
  unavailable: UNAVAILABLE,
  signing_unavailable:
    'Certificates can’t be signed right now. Try again in a moment, and tell the operator if it happens again.',
  rendering_interrupted: 'Rendering was interrupted. Try again in a moment.',
  overloaded: 'The server is busy. Try again in a moment.',
  just_changed: 'The template or your organisation has just changed. Try again in a moment.',
};
