import type { Response } from 'express';
import type { DomainError } from '../../domain/errors.ts';

/** Returns the body of an error (specification part 7). */
export function errorBody(error: DomainError) {
  const { code, message, status, extras } = error;
  const details = code === 'VALIDATION_ERROR' ? { details: extras.details ?? [] } : {};
  return { error: { code, message, status }, ...extras, ...details };
}

export function sendError(response: Response, error: DomainError): void {
  if (error.retryAfter !== undefined) response.setHeader('Retry-After', String(error.retryAfter));
  response.status(error.status).json(errorBody(error));
}
