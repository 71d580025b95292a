import type { Request } from 'express';
import { withAcquireBudget } from '../../database/acquire-budget.ts';
import { allows } from '../../domain/access/allow-scopes.ts';
import { PERMISSIONS, type Permission } from '../../domain/access/rules.ts';
import type { Principal } from '../../domain/api-keys/authenticate.ts';
import type { Person, Services } from '../../domain/context.ts';
import { refusal } from '../../domain/errors.ts';
import { roleOf } from '../../domain/members/rules.ts';
import { Uuid } from '../../domain/shared/schemas.ts';
import type { Admission, Limit, Streaming } from '../../procedures/context.ts';
import type { Auth } from '../adapters/auth.ts';
import { callerAt, clientAddress } from './address-keys.ts';
import { setBodyOwner } from './bodies/read-body.ts';
import { noteCaller } from './observe.ts';
import type { ConsumeLimit } from './rate-limits.ts';

export type Admit = (request: Request, admission: Admission) => Promise<Principal | null>;
/** Checks the caller (401) and counts the call (429), before its scope is known. */
export type AdmitCaller = (request: Request, limit: Limit) => Promise<Principal>;
export type Authenticate = (request: Request) => Promise<Principal>;
/** Returns the user of a request's session; null without one. */
export type SessionOf = (request: Request) => Promise<Person | null>;

/** Looks the caller up once per request. Batched calls share the answer, but each of them is counted. */
function oncePerRequest<Answer>(ask: (request: Request) => Promise<Answer>): (request: Request) => Promise<Answer> {
  const answers = new WeakMap<Request, Promise<Answer>>();
  return (request) => {
    const answer = answers.get(request) ?? ask(request);
    answers.set(request, answer);
    return answer;
  };
}

export const makeSessionOf = (auth: Auth): SessionOf => oncePerRequest(({ headers }) => auth.userOf(headers));

export function makeAdmitCaller(authenticateCall: Authenticate, consumeLimit: ConsumeLimit): AdmitCaller {
  const authenticate = oncePerRequest(authenticateCall);
  return async (request, limit) => {
    const principal = await authenticate(request);
    noteCaller(request, principal);
    setBodyOwner(request, principal.organisationId);
    // Issuing has the limits of the contract, for keys and users.
    const counted = principal.person && limit === 'default' ? 'people' : limit;
    const group = { kind: 'organisation', who: principal.organisationId } as const;
    await consumeLimit(counted, { who: principal.callerId, group }, request.res);
    return principal;
  };
}

/** Returns the checks before the body is read, in the contract's order: caller (401), rate limit (429), scope (403). */
export function makeAdmit(admitCaller: AdmitCaller, consumeLimit: ConsumeLimit): Admit {
  return async (request, { scope, limit }) => {
    if (scope === null) {
      await consumeLimit(limit, callerAt(clientAddress(request)), request.res);
      return null;
    }
    const principal = await admitCaller(request, limit);
    requireScope(principal, scope);
    return principal;
  };
}

/** FORBIDDEN if the caller lacks the scope. */
export function requireScope({ scopes }: Pick<Principal, 'scopes'>, scope: Permission): void {
  if (!allows(scopes, scope)) throw refusal('missing_scope', { scope });
}

/** Returns the repeated check of a stream's caller. It uses no caches and counts no call. */
export const makeReadmit =
  (authenticate: Authenticate) =>
  (request: Request): Streaming['isStillAdmitted'] =>
  async (principal, scope) => {
    // Separate budget: a stream acquires connections more often than a request may.
    const { organisationId, scopes } = await withAcquireBudget(() => authenticate(request));
    requireScope({ scopes }, scope);
    return organisationId === principal.organisationId && scopes.join() === principal.scopes.join();
  };

/** Header with the organisation that a user works in. Pages of other origins can't send it, so a session alone grants no access. */
const ORGANISATION_HEADER = 'X-Laurel-Organisation';

/** Paths that pages link to. */
const LINKED = ['/exports', '/fonts'];

function linkedOrganisation({ method, baseUrl, query }: Request): string | undefined {
  const { organisationId } = query;
  return (method === 'GET' || method === 'HEAD') && LINKED.includes(baseUrl) && typeof organisationId === 'string'
    ? organisationId
    : undefined;
}

/** Authenticates by API key if one is sent, otherwise by the session of a dashboard user. */
export function keyOrSession(byKey: Authenticate, services: Services, sessionOf: SessionOf): Authenticate {
  return async (request) => {
    if (request.headers.authorization !== undefined || request.headers.cookie === undefined) return byKey(request);
    const person = await sessionOf(request);
    if (!person) throw refusal('sign_in_required');
    // A download link can't send a header, and it changes nothing.
    const organisationId = (request.get(ORGANISATION_HEADER) ?? linkedOrganisation(request))?.toLowerCase();
    const isNamed = Uuid.safeParse(organisationId).success && organisationId !== undefined;
    const exists = isNamed && (await services.sandboxes.load(organisationId));
    const role = exists ? await roleOf(services, { organisationId, userId: person.id }) : null;
    if (!role || !isNamed) throw refusal('no_organisation', { header: ORGANISATION_HEADER });
    return { organisationId, callerId: person.id, callerName: person.email, person, scopes: PERMISSIONS[role] };
  };
}
