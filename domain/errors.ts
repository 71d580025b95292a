import { REASONS } from '../errors/catalogue.ts';
import { ERROR_STATUS, type ErrorCode } from '../errors/codes.ts';
import {
  countFaults,
  type Detail,
  detail,
  type Given,
  type Reason,
  type ReasonParams,
  reasonMessage,
} from '../errors/detail.ts';

/** Top-level members of a response beside `error`. */
export interface ErrorExtras {
  credits?: { current: number; required: number };
  renderStatus?: string;
  details?: readonly Detail[];
  reason?: Reason;
}

interface Options {
  status?: number;
  extras?: ErrorExtras;
  retryAfter?: number;
  cause?: unknown;
}

/** An expected failure that the caller sees. All other errors become INTERNAL_ERROR without internal details. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly extras: ErrorExtras;
  /** Seconds after which a retry makes sense (RATE_LIMITED, SERVICE_UNAVAILABLE). */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: Options = {}) {
    super(message, { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.status = options.status ?? ERROR_STATUS[code];
    this.extras = options.extras ?? {};
    this.retryAfter = options.retryAfter;
  }
}

/** An operator's command that cannot run. The message has one line. */
export class CommandError extends Error {}

/** Enough for a batch of 1,000 recipients with two faults each. */
const MAX_DETAILS = 2000;

/**
 * Returns an error for an invalid request. Its details name the faults with their paths. Beyond 2,000 details, the last one counts the
 * rest. Throws without any detail.
 */
export function validationError(given: Detail | readonly Detail[]): DomainError {
  const all: readonly Detail[] = 'code' in given ? [given] : given;
  const count = countFaults(all.slice(MAX_DETAILS));
  const details = count > 0 ? [...all.slice(0, MAX_DETAILS), detail('', 'more_faults', { count })] : all;
  return new DomainError('VALIDATION_ERROR', summaryOf(all), { extras: { details } });
}

function summaryOf([first, ...others]: readonly Detail[]): string {
  if (!first) throw new Error('a VALIDATION_ERROR has no detail');
  const text = first.path === '' ? first.message : `${first.path}: ${first.message}`;
  return others.length === 0 ? text : `${text} (and ${countFaults(others).toLocaleString('en')} more)`;
}

/** Returns an error from the catalogue, with its code and reason. */
export function refusal<Of extends Reason>(
  reason: Of,
  ...[params, { extras, ...options } = {}]: Given<ReasonParams<Of>, [options?: Options]>
): DomainError {
  const { error } = REASONS[reason];
  const message = (reasonMessage as (reason: Reason, params: unknown) => string)(reason, params);
  return new DomainError(error, message, { ...options, extras: { ...extras, reason } });
}

/** Returns the same error, to the byte, for unknown ids and those of other tenants. */
export function notFound(): DomainError {
  return new DomainError('NOT_FOUND', 'Resource not found');
}
