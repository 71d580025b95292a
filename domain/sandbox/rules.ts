/** Credits of a new sandbox, whatever the live balance. */
export const SANDBOX_CREDITS = 1_000_000;
/** Most credits that a sandbox can be given. */
export const MAX_CREDITS = 1_000_000_000;
/** Certificates that a sandbox keeps, the newest ones. */
export const KEPT_CERTIFICATES = 10_000;
/** Days for which a sandbox keeps its data. */
export const KEPT_DAYS = 90;
/** Longest time in ms that a sandbox's clock can be ahead: 50 years. */
export const MAX_AHEAD_MS = 50 * 366 * 24 * 60 * 60 * 1000;
