import type { Detail } from '../errors/detail.ts';

/** The codes of specification part 7 and three of our own, with the HTTP status of each. */
export const ERROR_STATUS = {
  UNAUTHORIZED: 401,
  KEY_EXPIRED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  VALIDATION_ERROR: 400,
  INSUFFICIENT_CREDITS: 403,
  IDEMPOTENCY_CONFLICT: 409,
  /** Somebody else has changed what the caller wants to change. */
  CONFLICT: 409,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  /** The database is away, or the storage full: what was asked did not happen, or will be found done when it is asked again. */
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One thing wrong with the input; `path` as in `recipients[3].variables.name`. */
export interface ErrorDetail extends Pick<Detail, 'path' | 'message'>, Partial<Pick<Detail, 'code' | 'params'>> {}

/** Situations that a program may want to distinguish within one code; they are shown as `reason` and never change. */
type ErrorReason = 'limit_reached' | 'mail_limit' | 'name_taken';

/** Top-level members beside `error`. */
export interface ErrorExtras {
  credits?: { current: number; required: number };
  renderStatus?: string;
  details?: ErrorDetail[];
  reason?: ErrorReason;
}

/** An expected failure, shown to the caller. Whatever else is thrown is an INTERNAL_ERROR without internal detail. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly extras: ErrorExtras;
  /** Seconds until a new try makes sense (RATE_LIMITED, SERVICE_UNAVAILABLE). */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { status?: number; extras?: ErrorExtras; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.status = options.status ?? ERROR_STATUS[code];
    this.extras = options.extras ?? {};
    this.retryAfter = options.retryAfter;
  }
}

/** Bad input: says what is wrong, and where. */
export function validationError(message: string, details: ErrorDetail[] = []): DomainError {
  return new DomainError('VALIDATION_ERROR', message, { extras: { details } });
}

/** An unknown id and another tenant's look the same, to the byte. */
export function notFound(): DomainError {
  return new DomainError('NOT_FOUND', 'Resource not found');
}
