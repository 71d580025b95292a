import type { Request } from 'express';
import type { VerificationServices } from '../../domain/verification/verify.ts';

/** What a request is served with: HEAD asks what GET would answer, and is no verification that counts. */
export const uncountedIfHead = (services: VerificationServices, { method }: Request): VerificationServices =>
  method === 'HEAD' ? { ...services, countVerification: async () => undefined } : services;
