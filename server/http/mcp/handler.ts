import { Readable } from 'node:stream';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import type { Principal } from '../../../domain/api-keys/authenticate.ts';
import { DomainError, validationError } from '../../../domain/errors.ts';
import type { VerificationServices } from '../../../domain/verification/verify.ts';
import { detail } from '../../../errors/detail.ts';
import { toDomainError } from '../../../procedures/errors.ts';
import type { Auth } from '../../adapters/auth.ts';
import { type Admit, type AdmitCaller, requireScope } from '../admission.ts';
import { errorBody } from '../answer.ts';
import { releaseBody } from '../bodies/read-body.ts';
import { asObject, readTypedJson } from '../bodies/read-json.ts';
import { contextOfKey } from '../call-procedure.ts';
import type { ToolLocals } from '../observe.ts';
import { sendStream } from '../send.ts';
import type { Caller } from './call-tool.ts';

type McpResponse = ExpressResponse<unknown, ToolLocals>;

interface Parts {
  services: VerificationServices;
  auth: Auth;
  admitKey: AdmitCaller;
  admit: Admit;
}

/**
 * Serves operations of REST as tools of the Model Context Protocol. Each message is a call of the default limit, which is counted before
 * the body is read. A call of a tool with its own limit also counts there.
 */
export function mcpHandler(
  parts: Parts,
  logError: (error: DomainError, request: ExpressRequest) => void,
): (request: ExpressRequest, response: McpResponse) => Promise<void> {
  return async (request, response) => {
    refuseForeignPages(request, parts.services.installation.address);
    refuseOtherMethods(request, response);
    const principal = await parts.admitKey(request, 'default');
    try {
      const message = await readMessage(request, response);
      if (!message) return;
      // Loaded with the first message, because few installations have agents.
      const { serveMessage } = await import('./serve-message.ts');
      const caller = callerOf(parts, { request, response, principal, logError });
      const answer = await serveMessage(webRequest(request), message, caller);
      response.status(answer.status);
      await sendStream(response, Object.fromEntries(answer.headers), answer.body ?? Readable.from([]));
    } finally {
      releaseBody(request);
    }
  };
}

/**
 * FORBIDDEN for a request that a browser made for a page of another origin. The `Host` header is not trusted: with DNS rebinding, it is
 * that of the foreign page.
 */
function refuseForeignPages(request: ExpressRequest, address: string): void {
  const origin = request.get('Origin');
  if (origin !== undefined && origin !== new URL(address).origin)
    throw new DomainError('FORBIDDEN', 'Foreign Origin. Call from a program, or from a page of this installation.');
}

/** There are no sessions to follow (GET) or to end (DELETE). */
function refuseOtherMethods({ method }: ExpressRequest, response: ExpressResponse): void {
  if (method === 'POST') return;
  response.set('Allow', 'POST');
  throw new DomainError('NOT_FOUND', 'No sessions and no streams. Send each message by POST.', { status: 405 });
}

/** Reads the message of a request. Answers one that is not valid, as JSON-RPC demands, and then returns undefined. */
async function readMessage(request: ExpressRequest, response: ExpressResponse): Promise<object | undefined> {
  try {
    const message = await readTypedJson(request);
    // One message per request, so that each is counted.
    if (Array.isArray(message)) throw validationError(detail('', 'too_many_calls', { most: 1 }));
    return asObject(message);
  } catch (error) {
    const failure = toDomainError(error);
    if (failure.code !== 'VALIDATION_ERROR') throw failure;
    const isMalformed = failure.extras.details?.some((one) => one.code === 'malformed_json');
    const shown = { code: isMalformed ? PARSE_ERROR : INVALID_REQUEST, message: failure.message };
    response.status(failure.status).json({ jsonrpc: '2.0', id: null, error: { ...shown, data: errorBody(failure) } });
    return undefined;
  }
}

/** Codes of JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

interface Exchange {
  request: ExpressRequest;
  response: McpResponse;
  principal: Principal;
  logError: (error: DomainError, request: ExpressRequest) => void;
}

function callerOf({ services, auth, admit }: Parts, { request, response, principal, logError }: Exchange): Caller {
  return {
    scopes: principal.scopes,
    requestId: response.get('X-Request-Id') ?? '',
    contextFor: (call) =>
      contextOfKey(services, auth, {
        ...call,
        admit: async (admission) => {
          // The message was counted before its body was read.
          if (admission.scope === null || admission.limit !== 'default') return admit(request, admission);
          requireScope(principal, admission.scope);
          return principal;
        },
      }),
    onCall: ({ name }) => {
      response.locals.tool = name;
    },
    onError: (error) => {
      response.locals.toolStatus = error.status;
      logError(error, request);
    },
  };
}

/** Returns the request without its body, which is read already. */
const webRequest = ({ headers }: ExpressRequest): Request =>
  new Request('http://localhost/mcp', { method: 'POST', headers: headers as Record<string, string> });
