import { Readable } from 'node:stream';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { TRPCRequestInfo } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express';
import { type DomainError, notFound, validationError } from '../../domain/errors.ts';
import type { EventHub } from '../../domain/events/share.ts';
import { MAX_CALLS } from '../../domain/limits.ts';
import type { VerificationServices } from '../../domain/verification/verify.ts';
import { detail } from '../../errors/detail.ts';
import type { RequestContext } from '../../procedures/context.ts';
import { toDomainError } from '../../procedures/errors.ts';
import { appRouter } from '../../procedures/router.ts';
import type { Auth } from '../adapters/auth.ts';
import type { Admit, makeReadmit, SessionOf } from './admission.ts';
import { releaseBody, setBodyOwner } from './bodies/read-body.ts';
import { readForm } from './bodies/read-form.ts';
import { DESIGN_CALL_LIMITS, JSON_LIMITS, readJson, refuseStructure } from './bodies/read-json.ts';
import { isSubscription, serveSubscription } from './event-stream.ts';
import { uncountedIfHead } from './head.ts';
import { formBytesOf, takesKey } from './rest-router.ts';
import { sendStream } from './send.ts';

/** Calls whose input can be a design, the largest input. */
const DESIGN_CALLS = /^\/((designs|templates)\.\w+,?)+$/;

/** Separator between the names of calls, encoded or not. */
const COMMA = /,|%2c/i;

interface Parts {
  services: VerificationServices;
  admit: Admit;
  readmit: ReturnType<typeof makeReadmit>;
  auth: Auth;
  sessionOf: SessionOf;
  hub: EventHub;
}

/** Serves the same procedures with tRPC at /trpc. A batch of calls is admitted call by call. */
export function nativeHandler(
  parts: Parts,
  logError: (error: DomainError, request: ExpressRequest) => void,
): RequestHandler {
  return async (request, response) => {
    if (!['GET', 'HEAD', 'POST'].includes(request.method)) throw notFound();
    if (request.path.split(COMMA).length > MAX_CALLS) return refuseBatch(response);
    const path = decodeURIComponent(request.path.slice(1));
    if (isSubscription(path)) {
      if (request.method !== 'GET') throw notFound();
      return serveSubscription(request, response, {
        path,
        query: addressOf(request).searchParams,
        context: contextOf(parts, request, response, []),
        onError: (error) => logError(toDomainError(error), request),
      });
    }
    try {
      const answer = await fetchRequestHandler({
        endpoint: '',
        router: appRouter,
        req: new NativeRequest(request),
        // Queries may be sent as POST, because their input can be longer than a URL.
        allowMethodOverride: true,
        createContext: ({ info }) => contextOf(parts, request, response, info.calls),
        responseMeta: ({ errors }) => {
          const waits = errors.map((error) => toDomainError(error).retryAfter ?? 0);
          const longest = Math.max(0, ...waits);
          return longest > 0 ? { headers: { 'Retry-After': String(longest) } } : {};
        },
        onError: ({ error }) => logError(toDomainError(error), request),
      });
      response.status(answer.status);
      await sendStream(response, Object.fromEntries(answer.headers), answer.body ?? Readable.from([]));
    } finally {
      releaseBody(request);
    }
  };
}

/** Refuses a request with too many calls before any call is processed, in tRPC's error format. */
function refuseBatch(response: ExpressResponse): void {
  const { message, code, status, extras } = validationError(detail('', 'too_many_calls', { most: MAX_CALLS }));
  response.status(status).json({
    error: { message, code: TRPC_ERROR_CODES_BY_KEY.BAD_REQUEST, data: { code, httpStatus: status, ...extras } },
  });
}

/** Request for tRPC. The body has a limited size and is read only after the procedure has admitted the call. */
class NativeRequest extends Request {
  override readonly json: () => Promise<unknown>;
  override readonly formData: () => Promise<FormData>;

  constructor(request: ExpressRequest) {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    super(addressOf(request), { method, headers: request.headers as Record<string, string> });
    this.json = () => readJson(request, DESIGN_CALLS.test(request.path) ? DESIGN_CALL_LIMITS : JSON_LIMITS);
    // A form is the input of a single call, because batched calls use JSON.
    this.formData = () => readForm(request, formBytesOf(request.path.slice(1)));
  }
}

const addressOf = ({ path, url }: ExpressRequest): URL =>
  new URL(`http://localhost${path}${url.includes('?') ? url.slice(url.indexOf('?')) : ''}`);

function contextOf(
  { services, admit, readmit, auth, sessionOf, hub }: Parts,
  request: ExpressRequest,
  response: ExpressResponse,
  calls: TRPCRequestInfo['calls'],
): RequestContext {
  /** Checks the input of a GET, which is in its URL. As with a body, the caller must be known first. */
  const afterAdmission = <Caller>(caller: Caller): Caller => {
    refuseStructure(addressOf(request).searchParams.get('input') ?? '');
    return caller;
  };
  return {
    services: uncountedIfHead(services, request),
    admit: async (admission) => afterAdmission(await admit(request, admission)),
    person: async () => {
      const person = await sessionOf(request);
      if (person) setBodyOwner(request, person.id);
      return afterAdmission(person);
    },
    people: auth.people,
    idempotencyKeys: request.headersDistinct['idempotency-key'] ?? [],
    creations: calls.filter(({ path }) => takesKey(path)).length,
    streaming: { hub, isStillAdmitted: readmit(request) },
    onReplay: () => response.setHeader('Idempotency-Replayed', 'true'),
  };
}
