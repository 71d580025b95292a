/** The codes of specification part 7 and three of our own, with the HTTP status of each. */
export const ERROR_STATUS = {
  UNAUTHORIZED: 401,
  KEY_EXPIRED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  VALIDATION_ERROR: 400,
  INSUFFICIENT_CREDITS: 403,
  IDEMPOTENCY_CONFLICT: 409,
  /** The resource is in a state that does not allow it. */
  CONFLICT: 409,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  /** The database is away, or the storage full: what was asked did not happen, or will be found done when it is asked again. */
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
