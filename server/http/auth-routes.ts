import { type Request, Router } from 'express';
import { z } from 'zod';
import { Password, PersonName } from '../../domain/access/schemas.ts';
import type { Services } from '../../domain/context.ts';
import { notFound, validationError } from '../../domain/errors.ts';
import { PASSWORD_LENGTH } from '../../domain/limits.ts';
import { type AccountAction, recordAccountAction } from '../../domain/members/record-account-action.ts';
import { recordLanguage } from '../../domain/members/record-language.ts';
import { AccountEmail, SafeString } from '../../domain/shared/schemas.ts';
import { detailsOfZod } from '../../errors/from-zod.ts';
import type { Auth } from '../adapters/auth.ts';
import { AUTH_PATH, authLimits } from '../adapters/better-auth.ts';
import { addressKey, callerAt, clientAddress } from './address-keys.ts';
import { AuthQueue, makeAuthLimits } from './auth-gate.ts';
import { releaseBody } from './bodies/read-body.ts';
import { JSON_LIMITS, readJsonObject } from './bodies/read-json.ts';
import { browserLanguage, MAIL_LANGUAGE, mailLanguageOf } from './dashboard-language.ts';
import type { ConsumeLimit } from './rate-limits.ts';

/** Maximum bytes of a body. The caller is not authenticated, and an address, a password and a name need no more. */
const MAX_AUTH_BODY = 64 * 1024;
/** The dashboard's screen for a new password, the only target of links and redirects. */
const RESET_SCREEN = '/reset-password';
const SIGN_IN = '/sign-in/email';

const Nothing = z.object({});
const GivenPassword = SafeString.min(1).max(PASSWORD_LENGTH.max);
const Token = z.string().regex(/^[\w-]{1,200}$/, 'is not a token');

/** Routes of better-auth that are served, with the schemas of their bodies. All others are NOT_FOUND. */
const ROUTES: Readonly<Record<string, z.ZodType>> = {
  'POST /sign-in/email': z.object({ email: AccountEmail, password: GivenPassword }),
  'POST /sign-out': Nothing,
  'GET /get-session': Nothing,
  'GET /list-sessions': Nothing,
  'POST /revoke-session': z.object({ token: Token }),
  'POST /revoke-sessions': Nothing,
  'POST /revoke-other-sessions': Nothing,
  'POST /update-user': z.object({ name: PersonName }),
  // Changing the password ends sessions that were opened with the old one.
  'POST /change-password': z
    .object({ currentPassword: GivenPassword, newPassword: Password })
    .transform((body) => ({ ...body, revokeOtherSessions: true })),
  'POST /request-password-reset': z
    .object({ email: AccountEmail })
    .transform((body) => ({ ...body, redirectTo: RESET_SCREEN })),
  'POST /reset-password': z.object({ token: Token, newPassword: Password }),
};

/** Routes that anyone can use to guess passwords or cause e-mails. They are counted by address and network, even with a session. */
const WITHOUT_SESSION = new Set([SIGN_IN, '/request-password-reset', '/reset-password']);
/**
 * Routes whose successful calls are audited. Their answers name the user. Password resets are audited by a hook of better-auth, because
 * their answer does not.
 */
const ACTIONS: Readonly<Record<string, AccountAction>> = {
  'POST /sign-in/email': 'account.signIn',
  'POST /change-password': 'account.changePassword',
};

/** Returns the user's id from an answer of better-auth. */
const personIn = (content: Buffer): string =>
  z.object({ user: z.object({ id: z.string() }) }).parse(JSON.parse(content.toString())).user.id;

/** Link in the e-mail for a new password. It leads to the dashboard's screen. */
const RESET_LINK = /^\/reset-password\/[\w-]{1,200}$/;

interface Parts {
  auth: Auth;
  services: Services;
  consumeLimit: ConsumeLimit;
  signInLimit: number;
}

/** Serves passwords and sessions under AUTH_PATH with better-auth, for the routes that the product uses. */
export function authRouter({ auth, services, consumeLimit, signInLimit }: Parts): Router {
  const router = Router();
  const count = makeAuthLimits(authLimits(signInLimit));
  const queue = new AuthQueue();
  router.use(async (request, response) => {
    const address = clientAddress(request);
    const token = WITHOUT_SESSION.has(request.path) ? null : auth.tokenOf(request.headers);
    const caller = token ?? addressKey(address);
    await count(caller, isServed(request) ? request.path : '');
    if (WITHOUT_SESSION.has(request.path)) await consumeLimit('sign-in', callerAt(address), response);
    const given = await toAuthRequest(request, services.installation.address).finally(() => releaseBody(request));
    const answer = token
      ? await auth.handle(given, { address, callers: 'sessions' })
      : await queue.run(caller, () => auth.handle(given, { address, callers: 'sign-in' }));
    const content = Buffer.from(await answer.arrayBuffer());
    const action = ACTIONS[`${request.method} ${request.path}`];
    if (action && answer.ok) await recordAccountAction(services, personIn(content), action);
    const language = request.path === SIGN_IN && answer.ok ? browserLanguage(request) : undefined;
    if (language) await recordLanguage(services, personIn(content), language);
    for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
    for (const cookie of answer.headers.getSetCookie()) response.append('Set-Cookie', cookie);
    const wait = answer.headers.get('X-Retry-After');
    if (wait) response.setHeader('Retry-After', wait);
    response.status(answer.status).end(content);
  });
  return router;
}

const methodOf = ({ method }: Request): string => (method === 'HEAD' ? 'GET' : method);

const isServed = (request: Request): boolean => `${methodOf(request)} ${request.path}` in ROUTES;

/** Returns the request for better-auth. NOT_FOUND for an unknown route, VALIDATION_ERROR for an invalid body. */
async function toAuthRequest(request: Request, baseUrl: string): Promise<globalThis.Request> {
  const { path } = request;
  const method = methodOf(request);
  const url = new URL(`${AUTH_PATH}${path}`, baseUrl);
  if (method === 'GET' && RESET_LINK.test(path)) {
    const language = mailLanguageOf(request);
    const screen = language ? `${RESET_SCREEN}?${MAIL_LANGUAGE}=${language}` : RESET_SCREEN;
    url.search = new URLSearchParams({ callbackURL: screen }).toString();
    return new globalThis.Request(url, { headers: headersOf(request) });
  }
  const schema = ROUTES[`${method} ${path}`];
  if (!schema) throw notFound();
  const headers = headersOf(request);
  if (method === 'GET') return new globalThis.Request(url, { headers });
  const body = await readJsonObject(request, { ...JSON_LIMITS, bytes: MAX_AUTH_BODY });
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw validationError(detailsOfZod(parsed.error, body));
  headers.set('content-type', 'application/json');
  return new globalThis.Request(url, { method, headers, body: JSON.stringify(parsed.data) });
}

/** Headers that are not copied: those of the connection, and those of the body, which is serialised again. */
const OWN_HEADERS = /^(content-.*|transfer-encoding|expect|connection|keep-alive|upgrade|te|trailer)$/;

function headersOf({ headers }: Request): Headers {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && !OWN_HEADERS.test(name)) copied.set(name, value);
  return copied;
}
