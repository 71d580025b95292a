import type { TRPCError } from '@trpc/server';
import express, { type NextFunction, type Request, type Response, Router } from 'express';
import { createOpenApiNodeHttpHandler } from 'trpc-to-openapi';
import type { Principal } from '../../domain/api-keys/authenticate.ts';
import { type DomainError, notFound, validationError } from '../../domain/errors.ts';
import type { VerificationServices } from '../../domain/verification/verify.ts';
import type { RequestContext } from '../../procedures/context.ts';
import { toDomainError } from '../../procedures/errors.ts';
import type { Admit } from './admission.ts';
import { errorBody } from './answer.ts';
import { looseRouter, type RestRoute, restRoutes, typedQuery } from './rest-router.ts';

/** Bytes of a JSON body at the most. */
const BODY_LIMIT = 2_000_000;
const readJson = express.json({ limit: BODY_LIMIT, type: () => true, strict: true });

interface RestLocals {
  route: RestRoute;
  principal: Principal | null;
}

/** REST under /api/v1: the procedures, projected by trpc-to-openapi. */
export function restRouter(
  services: VerificationServices,
  admit: Admit,
  logError: (error: DomainError, request: Request) => void,
): Router {
  const handle = createOpenApiNodeHttpHandler({
    router: looseRouter((error) => errorBody(toDomainError(error as TRPCError))),
    createContext: ({ req, res }) => contextOf(services, req as Request, res as Response),
    responseMeta: ({ ctx, data, errors, paths }) => metaOf(ctx, data[0], errors[0], paths?.[0]),
    onError: ({ error, req }) => logError(toDomainError(error), req as Request),
  });
  const router = Router();
  router.use(async (request: Request, response: Response<unknown, RestLocals>, next: NextFunction) => {
    const route = restRoutes.find(({ method, pattern }) => method === request.method && pattern.test(request.path));
    if (!route) throw notFound();
    if (route.admission.scope === null) response.setHeader('Access-Control-Allow-Origin', '*');
    response.locals.route = route;
    response.locals.principal = await admit(request, route.admission);
    next();
  });
  router.use(readBody);
  router.use((request, response, next) => handle(request, response, next));
  return router;
}

function readBody(request: Request, response: Response<unknown, RestLocals>, next: NextFunction): void {
  if (request.method === 'GET') {
    const query = typedQuery(new URL(request.url, 'http://localhost').searchParams, response.locals.route.input);
    Object.defineProperty(request, 'query', { value: query });
    next();
    return;
  }
  if (!request.is('application/json')) throw validationError('The body must be JSON: Content-Type: application/json');
  // Whatever body parsing has told apart (cut short, too large, another character set), the caller sent it.
  readJson(request, response, (error?: unknown) => {
    if (error) return next(bodyError(error));
    const isObject = typeof request.body === 'object' && request.body !== null && !Array.isArray(request.body);
    next(isObject ? undefined : validationError('The body must be a JSON object'));
  });
}

function bodyError(error: unknown): unknown {
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') return validationError(`The body is too large: at most ${BODY_LIMIT} bytes`);
  return status !== undefined && status < 500 ? validationError('The body is not valid JSON') : error;
}

function contextOf(services: VerificationServices, request: Request, response: Response): RequestContext {
  return {
    services,
    admit: async () => (response.locals as RestLocals).principal,
    idempotencyKey: request.get('Idempotency-Key'),
    onReplay: () => response.setHeader('Idempotency-Replayed', 'true'),
  };
}

const CREATED = new Set(['certificates.generate']);

function metaOf(
  ctx: RequestContext | undefined,
  data: unknown,
  error: TRPCError | undefined,
  path: string | undefined,
) {
  if (error) {
    const { status, retryAfter } = toDomainError(error);
    return { status, headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) } };
  }
  if (path === 'certificates.download')
    return { status: 302, headers: { Location: (data as { pdfUrl: string }).pdfUrl } };
  return { status: ctx && path && CREATED.has(path) ? 201 : 200 };
}
