import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { DomainError, type ErrorCode, type ErrorDetail, validationError } from '../domain/errors.ts';
import { isUnavailable } from '../domain/shared/unavailable.ts';
import { pathOf } from '../errors/from-zod.ts';

/** tRPC's name of each of our codes: it decides the HTTP status of a native answer. */
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

/** The error that the caller gets: the one place where errors of all kinds become ours. */
export function toDomainError(error: TRPCError): DomainError {
  const { cause } = error;
  if (cause instanceof DomainError) return cause;
  if (error.code === 'BAD_REQUEST' && cause instanceof ZodError) return fromZod(cause);
  if (error.code === 'NOT_FOUND' || error.code === 'METHOD_NOT_SUPPORTED')
    return new DomainError('NOT_FOUND', 'Resource not found');
  if (CALLERS_FAULT.has(error.code)) return validationError(error.message);
  return unexpected(error);
}

/** An error that nobody expected: INTERNAL_ERROR, or SERVICE_UNAVAILABLE where the database or the storage was. */
export function unexpected(error: unknown): DomainError {
  return isUnavailable(error)
    ? new DomainError('SERVICE_UNAVAILABLE', 'The service is not available: try again in a moment', {
        retryAfter: 1,
        cause: error,
      })
    : new DomainError('INTERNAL_ERROR', 'An unexpected error happened', { cause: error });
}

const CALLERS_FAULT = new Set<TRPCError['code']>([
  'BAD_REQUEST',
  'PARSE_ERROR',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]);

/** Zod's issues as details, each path as in `recipients[3].variables.name`. */
export function fromZod(error: ZodError): DomainError {
  const details = error.issues.flatMap<ErrorDetail>((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: 'is not a known field' }))
      : [{ path: pathOf(issue.path), message: issue.message }],
  );
  return validationError('The request is not valid', details);
}
