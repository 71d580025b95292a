import { Readable } from 'node:stream';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express';
import { type DomainError, notFound } from '../../domain/errors.ts';
import type { VerificationServices } from '../../domain/verification/verify.ts';
import type { RequestContext } from '../../procedures/context.ts';
import { toDomainError } from '../../procedures/errors.ts';
import { appRouter } from '../../procedures/router.ts';
import type { Auth } from '../adapters/auth.ts';
import type { Admit } from './admission.ts';
import { MAX_BODY, readForm, readJson, refuseNesting } from './bodies.ts';
import { uncountedIfHead } from './head.ts';
import { sendStream } from './send.ts';

/** A design with some pictures is the largest that is sent; only people design. */
const MAX_DESIGN_BODY = 12 * 1024 * 1024;
const DESIGN_CALLS = /^\/((designs|templates)\.\w+,?)+$/;

type Parts = { services: VerificationServices; admit: Admit; auth: Auth };

/** The same procedures as tRPC at /trpc. A batch of calls is admitted call by call. */
export function nativeHandler(
  parts: Parts,
  logError: (error: DomainError, request: ExpressRequest) => void,
): RequestHandler {
  return async (request, response) => {
    if (!['GET', 'HEAD', 'POST'].includes(request.method)) throw notFound();
    const answer = await fetchRequestHandler({
      endpoint: '',
      router: appRouter,
      req: new NativeRequest(request),
      // Queries may come as POST: their input can be longer than an address.
      allowMethodOverride: true,
      createContext: () => contextOf(parts, request, response),
      responseMeta: ({ errors }) => {
        const waits = errors.map((error) => toDomainError(error).retryAfter ?? 0);
        const longest = Math.max(0, ...waits);
        return longest > 0 ? { headers: { 'Retry-After': String(longest) } } : {};
      },
      onError: ({ error }) => logError(toDomainError(error), request),
    });
    response.status(answer.status);
    await sendStream(response, Object.fromEntries(answer.headers), answer.body ?? Readable.from([]));
  };
}

/** The request as tRPC reads it: its body when a procedure that admitted the call asks for it, and bounded. */
class NativeRequest extends Request {
  override readonly json: () => Promise<unknown>;
  override readonly formData: () => Promise<FormData>;

  constructor(request: ExpressRequest) {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    super(addressOf(request), { method, headers: request.headers as Record<string, string> });
    this.json = () => readJson(request, DESIGN_CALLS.test(request.path) ? MAX_DESIGN_BODY : MAX_BODY);
    this.formData = () => readForm(request);
  }
}

const addressOf = ({ path, url }: ExpressRequest): URL =>
  new URL(`http://localhost${path}${url.includes('?') ? url.slice(url.indexOf('?')) : ''}`);

function contextOf(
  { services, admit, auth }: Parts,
  request: ExpressRequest,
  response: ExpressResponse,
): RequestContext {
  /** The input of a GET is in its address, and looked at once the caller is known, as bodies are. */
  const known = <Caller>(caller: Caller): Caller => {
    refuseNesting(addressOf(request).searchParams.get('input') ?? '');
    return caller;
  };
  return {
    services: uncountedIfHead(services, request),
    admit: async (admission) => known(await admit(request, admission)),
    person: async () => known(await auth.userOf(request.headers)),
    people: auth.people,
    idempotencyKey: request.get('Idempotency-Key'),
    onReplay: () => response.setHeader('Idempotency-Replayed', 'true'),
  };
}
