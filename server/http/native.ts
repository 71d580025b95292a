import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { Request, RequestHandler } from 'express';
import type { DomainError } from '../../domain/errors.ts';
import type { VerificationServices } from '../../domain/verification/verify.ts';
import { toDomainError } from '../../procedures/errors.ts';
import { appRouter } from '../../procedures/router.ts';
import type { Auth } from '../adapters/auth.ts';
import type { Admit } from './admission.ts';
import { takesKey } from './rest-router.ts';

/** The same procedures as tRPC at /trpc. A batch of calls is admitted call by call. */
export function nativeHandler(
  services: VerificationServices,
  { admit, auth }: { admit: Admit; auth: Auth },
  logError: (error: DomainError, request: Request) => void,
): RequestHandler {
  return createExpressMiddleware({
    router: appRouter,
    // Queries may come as POST: their input can be longer than an address.
    allowMethodOverride: true,
    // A design with some pictures is the largest.
    maxBodySize: 12_000_000,
    createContext: ({ req, res, info }) => ({
      services,
      admit: (admission) => admit(req, admission),
      person: () => auth.userOf(req.headers),
      people: auth.people,
      idempotencyKeys: req.headersDistinct['idempotency-key'] ?? [],
      creations: info.calls.filter(({ path }) => takesKey(path)).length,
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
