import type { TRPCError } from '@trpc/server';
import { type NextFunction, type Request, type Response, Router } from 'express';
import { createOpenApiNodeHttpHandler } from 'trpc-to-openapi';
import type { Principal } from '../../domain/api-keys/authenticate.ts';
import { type DomainError, notFound, refusal, validationError } from '../../domain/errors.ts';
import type { VerificationServices } from '../../domain/verification/verify.ts';
import { detail } from '../../errors/detail.ts';
import { unknownMember } from '../../errors/from-zod.ts';
import type { RequestContext } from '../../procedures/context.ts';
import { toDomainError } from '../../procedures/errors.ts';
import type { Auth } from '../adapters/auth.ts';
import type { Admit } from './admission.ts';
import { errorBody, errorHeaders } from './answer.ts';
import { hasBody, releaseBody } from './bodies/read-body.ts';
import { readForm } from './bodies/read-form.ts';
import { DESIGN_LIMITS, JSON_LIMITS, readJsonObject } from './bodies/read-json.ts';
import { readText } from './bodies/read-text.ts';
import { withoutNulls } from './bodies/without-nulls.ts';
import { callProcedure, contextOfKey } from './call-procedure.ts';
import { uncountedIfHead } from './head.ts';
import { publicCors } from './public-cors.ts';
import {
  deprecationHeaders,
  formBytesOf,
  looseRouter,
  methodsOf,
  type RestRoute,
  restRoutes,
  routeOf,
  typedQuery,
} from './rest-router.ts';

interface RestLocals {
  services: VerificationServices;
  route: RestRoute;
  principal: Principal | null;
}

type RestResponse = Response<unknown, RestLocals>;

/** Serves REST under /api/v1: the procedures, exposed by trpc-to-openapi. */
export function restRouter(
  services: VerificationServices,
  { admit, auth }: { admit: Admit; auth: Auth },
  logError: (error: DomainError, request: Request) => void,
): Router {
  const handle = createOpenApiNodeHttpHandler({
    router: looseRouter((error) => errorBody(toDomainError(error as TRPCError))),
    createContext: ({ req, res }) => contextOf(auth, req as Request, res as unknown as RestResponse),
    responseMeta: ({ data, errors, paths }) => metaOf(data[0], errors[0], paths?.[0]),
    onError: ({ error, req }) => logError(toDomainError(error), req as Request),
  });
  const router = Router();
  router.use((request: Request, response: RestResponse, next: NextFunction) => {
    const route = routeOf(request);
    if (!route) throw refusedMethod(request, response);
    response.locals.route = route;
    response.set(deprecationHeaders(route));
    response.locals.services = uncountedIfHead(services, request);
    if (route.admission.scope === null) publicCors(request, response, next);
    else if (request.method === 'OPTIONS') throw refusedMethod(request, response);
    else next();
  });
  router.use(async (request: Request, response: RestResponse, next: NextFunction) => {
    const { route } = response.locals;
    response.locals.principal = await admit(request, route.admission);
    // The library has no HEAD and matches the path exactly. node:http omits the body of a response to HEAD.
    request.method = route.method;
    request.url = request.url.replace(/\/(?=\?|$)/, '');
    next();
  });
  router.use((request: Request, response: RestResponse, next: NextFunction) => {
    const { parameters } = response.locals.route;
    const isInQuery = request.method === 'GET' || request.method === 'DELETE';
    const query = new URLSearchParams(request.url.replace(/^[^?]*/, ''));
    Object.defineProperty(request, 'query', { value: typedQuery(query, isInQuery ? parameters : new Map()) });
    next();
  });
  router.use(async (request: Request, response: RestResponse, next: NextFunction) => {
    if (!response.locals.route.isMultipart) return next();
    response.status(response.locals.route.status).json(await callWithForm(auth, request, response));
  });
  router.use(async (request: Request, response: RestResponse, next: NextFunction) => {
    if (request.method === 'GET' || request.method === 'DELETE') return next();
    if (!takesBody(response.locals.route) || (response.locals.route.isBodyOptional && !hasBody(request))) {
      request.body = {};
      request.headers['content-type'] = 'application/json';
    } else {
      const { bodyIs, textBody, input } = response.locals.route;
      if (!hasBody(request) && !textBody) throw validationError(detail('', 'not_an_object'));
      const read = textBody
        ? readText(request, textBody).then((text) => ({ [textBody.member]: text }))
        : readJsonObject(request, bodyIs ? DESIGN_LIMITS : JSON_LIMITS);
      const body = await read.catch((error: unknown) => {
        releaseBody(request);
        throw error;
      });
      if (!bodyIs) assertNotOfPath(response.locals.route, body);
      request.body = bodyIs ? { [bodyIs]: body } : withoutNulls(input, body);
      // Checked above; the library accepts only this spelling.
      request.headers['content-type'] = 'application/json';
    }
    next();
  });
  router.use(async (request, response, next) => {
    await handle(request, response, next).finally(() => releaseBody(request));
  });
  return router;
}

/** Returns the error for a path without the method, with the methods that it has (RFC 9110, 15.5.6), or for an unknown path. */
function refusedMethod({ path }: Request, response: Response): DomainError {
  const allowed = methodsOf(path).join(', ');
  if (allowed === '') return notFound();
  response.set('Allow', allowed);
  return refusal('method_not_allowed', { allowed }, { status: 405 });
}

/** Returns false if all of a route's input is in its path. Its body is then ignored. */
const takesBody = ({ bodyIs, parameters }: RestRoute): boolean => bodyIs !== undefined || parameters.size > 0;

/** VALIDATION_ERROR for a body with a member of the path. trpc-to-openapi would silently replace it. */
function assertNotOfPath({ pathParameters, parameters }: RestRoute, body: object): void {
  const repeated = pathParameters.filter((name) => Object.hasOwn(body, name));
  if (repeated.length > 0)
    throw validationError(repeated.map((name) => unknownMember(name, name, [...parameters.keys()])));
}

/** Calls the procedure directly with the form as its input, because trpc-to-openapi does not support forms. */
async function callWithForm(auth: Auth, request: Request, response: RestResponse): Promise<unknown> {
  const { name } = response.locals.route;
  try {
    const form = await readForm(request, formBytesOf(name));
    return await callProcedure(name, contextOf(auth, request, response), form);
  } finally {
    releaseBody(request);
  }
}

const contextOf = (auth: Auth, request: Request, response: RestResponse): RequestContext =>
  contextOfKey(response.locals.services, auth, {
    admit: async () => response.locals.principal,
    idempotencyKeys: request.headersDistinct['idempotency-key'] ?? [],
    onReplay: () => response.setHeader('Idempotency-Replayed', 'true'),
  });

function metaOf(data: unknown, error: TRPCError | undefined, path: string | undefined) {
  if (error) {
    const failure = toDomainError(error);
    return { status: failure.status, headers: errorHeaders(failure) };
  }
  const route = restRoutes.find(({ name }) => name === path);
  const location = route?.status === 302 && { Location: (data as { pdfUrl: string }).pdfUrl };
  const headers = { ...(route?.mediaType && { 'Content-Type': route.mediaType }), ...location };
  return { status: route?.status ?? 200, headers };
}
