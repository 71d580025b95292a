import { TRPCError } from '@trpc/server';
import { DomainError, notFound, refusal, validationError } from '../domain/errors.ts';
import { isUnavailable } from '../domain/shared/unavailable.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { detail } from '../errors/detail.ts';

/** tRPC's code for each of Laurel's, which determines the HTTP status of a native response. */
const TRPC_CODE = {
  UNAUTHORIZED: 'UNAUTHORIZED',
  KEY_EXPIRED: 'UNAUTHORIZED',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  VALIDATION_ERROR: 'BAD_REQUEST',
  INSUFFICIENT_CREDITS: 'FORBIDDEN',
  IDEMPOTENCY_CONFLICT: 'CONFLICT',
  CONFLICT: 'CONFLICT',
  RATE_LIMITED: 'TOO_MANY_REQUESTS',
  INTERNAL_ERROR: 'INTERNAL_SERVER_ERROR',
  SERVICE_UNAVAILABLE: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<ErrorCode, TRPCError['code']>;

export const toTrpcError = (error: DomainError): TRPCError =>
  new TRPCError({ code: TRPC_CODE[error.code], message: error.message, cause: error });

/** Converts any error to the one that the caller receives. */
export function toDomainError(error: unknown): DomainError {
  const cause = error instanceof TRPCError ? error.cause : error;
  if (cause instanceof DomainError) return cause;
  // A malformed address is the caller's mistake.
  if (cause instanceof URIError) return notFound();
  if (!(error instanceof TRPCError)) return unexpected(error);
  // A client of another version can call a procedure that does not exist, or is of another type.
  if (error.code === 'NOT_FOUND' || error.code === 'METHOD_NOT_SUPPORTED') return refusal('unknown_operation');
  if (error.code === 'UNSUPPORTED_MEDIA_TYPE')
    return validationError(detail('', 'wrong_content_type', { accepted: NATIVE_TYPES }));
  if (CALLERS_FAULT.has(error.code)) return validationError(detail('', 'malformed_json'));
  return unexpected(error);
}

/** Returns the error for an unexpected failure: INTERNAL_ERROR, or SERVICE_UNAVAILABLE if the database or the storage is unavailable. */
function unexpected(error: unknown): DomainError {
  return isUnavailable(error)
    ? refusal('unavailable', {}, { retryAfter: 1, cause: error })
    : new DomainError('INTERNAL_ERROR', 'An unexpected error occurred', { cause: error });
}

const CALLERS_FAULT = new Set<TRPCError['code']>(['BAD_REQUEST', 'PARSE_ERROR', 'PAYLOAD_TOO_LARGE']);

/** Media types of native calls. */
const NATIVE_TYPES = 'application/json, or multipart/form-data for a file';
