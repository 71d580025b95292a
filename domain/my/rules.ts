const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Lifetime of a link in ms, from the hand-over of its mail. */
export const LINK_MS = 15 * MINUTE_MS;
/** Time in ms after which a link without a mail is deleted. Mails are retried for 72 hours. */
export const UNSENT_MS = 4 * DAY_MS;
/** Lifetime of a session in ms. */
export const SESSION_MS = 30 * DAY_MS;

/** Maximum mailboxes of a place. */
export const MAX_MAILBOXES = 10;
