import type { Response } from 'express';
import type { DomainError } from '../../domain/errors.ts';
import type { Reason } from '../../errors/detail.ts';

/** Returns the body of an error (specification part 7). */
export function errorBody(error: DomainError) {
  const { code, message, status, extras } = error;
  const details = code === 'VALIDATION_ERROR' ? { details: extras.details ?? [] } : {};
  return { error: { code, message, status }, ...extras, ...details };
}

/** Returns the header fields of an error. A status of 401 needs a challenge (RFC 9110, 11.6.1). */
export const errorHeaders = ({ status, extras, retryAfter }: DomainError): Record<string, string> => ({
  ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
  ...(status === 401 && { 'WWW-Authenticate': challenge(extras.reason) }),
});

/** Returns the challenge of RFC 6750, 3. A request without a key gets no error code. */
const challenge = (reason: Reason | undefined): string =>
  `Bearer realm="Laurel"${reason === 'unknown_key' || reason === 'key_expired' ? ', error="invalid_token"' : ''}`;

export function sendError(response: Response, error: DomainError): void {
  response.set(errorHeaders(error)).status(error.status).json(errorBody(error));
}
