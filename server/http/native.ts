import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { Request, RequestHandler } from 'express';
import type { DomainError } from '../../domain/errors.ts';
import type { VerificationServices } from '../../domain/verification/verify.ts';
import { toDomainError } from '../../procedures/errors.ts';
import { appRouter } from '../../procedures/router.ts';
import type { Admit } from './admission.ts';

/** The same procedures as tRPC at /trpc. A batch of calls is admitted call by call. */
export function nativeHandler(
  services: VerificationServices,
  admit: Admit,
  logError: (error: DomainError, request: Request) => void,
): RequestHandler {
  return createExpressMiddleware({
    router: appRouter,
    // A form with a logo of 2 MB is the largest.
    maxBodySize: 2_200_000,
    createContext: ({ req, res }) => ({
      services,
      admit: (admission) => admit(req, admission),
      idempotencyKey: req.get('Idempotency-Key'),
      onReplay: () => res.setHeader('Idempotency-Replayed', 'true'),
    }),
    responseMeta: ({ errors }) => {
      const waits = errors.map((error) => toDomainError(error).retryAfter ?? 0);
      const longest = Math.max(0, ...waits);
      return longest > 0 ? { headers: { 'Retry-After': String(longest) } } : {};
    },
    onError: ({ error, req }) => logError(toDomainError(error), req),
  });
}
