import type { Request } from 'express';
import type { VerificationServices } from '../../domain/verification/verify.ts';

/** Returns the services for a request. HEAD is answered like GET, but does not count as a verification. */
export const uncountedIfHead = (services: VerificationServices, { method }: Request): VerificationServices =>
  method === 'HEAD' ? { ...services, countVerification: async () => undefined } : services;
