import { initTRPC, type TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';
import type { Permission } from '../domain/access/rules.ts';
import { type Actor, inOrganisation } from '../domain/context.ts';
import { DomainError, refusal, validationError } from '../domain/errors.ts';
import { type Idempotency, IdempotencyKey } from '../domain/shared/idempotency.ts';
import { isSandbox, liveOf } from '../domain/shared/ids.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { detail, type Reason } from '../errors/detail.ts';
import { detailsOfZod } from '../errors/from-zod.ts';
import type { Admission, Limit, RequestContext } from './context.ts';
import { toDomainError, toTrpcError } from './errors.ts';
import type { Example, Samples } from './samples.ts';

/** Properties of a procedure that are known without a call. `openapi` makes it a REST operation. */
export interface ProcedureMeta extends OpenApiMeta, Partial<Admission> {
  /** True for a creation that an `Idempotency-Key` makes safe to repeat (`idempotencyOf`). */
  takesKey?: boolean;
  /** Status of a success over REST; 200 by default. 302 redirects to the response's `pdfUrl`. */
  status?: 201 | 302;
  /** Media type of a success over REST; application/json by default. */
  mediaType?: 'application/vc+ld+json';
  /** Member of the input that is the whole body over REST. A design can be long (`MAX_DESIGN_BYTES`). */
  bodyIs?: 'design';
  /** Body over REST that is not JSON. Its text is this member of the input. */
  textBody?: { type: 'message/rfc822'; member: string; bytes: number };
  /** Accepts requests without a body, because no member is required. */
  isBodyOptional?: true;
  /** Errors in the API document besides those that all operations have, by code, and CONFLICT by its reasons. */
  errors?: readonly (ErrorCode | Reason)[];
  example?: (samples: Samples) => Example;
  /** Set for an operation that will be removed: the day of its announcement, and the day from which it can be gone (docs/versions.md). */
  deprecation?: { since: string; sunset: string };
  /** Maximum bytes of the files in a form. */
  formBytes?: number;
  /** File part of a form in the API document, because JSON Schema cannot express forms. */
  shownPart?: { name: string; types: readonly string[] };
}

const t = initTRPC
  .context<RequestContext>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    // Shorter than the idle timeouts of common proxies.
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 45_000 } },
    errorFormatter: ({ shape, error }) => {
      const { code, status, message, extras } = toDomainError(error);
      return { code: shape.code, message, data: { code, httpStatus: status, path: shape.data.path, ...extras } };
    },
  });

export const { router } = t;

/** Input of procedures without parameters. Native callers can omit it, and REST gives an empty object. */
export const NoInput = z.strictObject({}).optional();

/**
 * Runs the rest of a procedure. Keeps the code of a DomainError and adds details to invalid input. Other errors are logged with their
 * cause. A function, because each middleware of tRPC copies the call's options and context again.
 */
async function withOwnErrors<Outcome extends { ok: true } | { ok: false; error: TRPCError }>(
  getRawInput: () => Promise<unknown>,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const result = await run().catch((error: unknown) => {
    throw error instanceof DomainError ? toTrpcError(error) : error;
  });
  if (result.ok) return result;
  const { cause, code } = result.error;
  if (cause instanceof DomainError) throw toTrpcError(cause);
  if (code === 'BAD_REQUEST' && cause instanceof z.ZodError)
    throw toTrpcError(validationError(detailsOfZod(cause, await getRawInput())));
  return result;
}

/** Procedure without authentication, rate-limited by address. */
export const publicProcedure = (limit: Limit) =>
  t.procedure.meta({ scope: null, limit }).use(({ ctx, next, getRawInput }) =>
    withOwnErrors(getRawInput, async () => {
      await ctx.admit({ scope: null, limit });
      return next();
    }),
  );

/**
 * Procedure that requires a key with the scope, or a person whose role has it. Checks precede the validation of input (docs/integrating.md,
 * order of checks).
 */
export const withScope = (scope: Permission, { limit = 'default', takesKey = false }: ScopeOptions = {}) =>
  t.procedure.meta({ scope, limit, takesKey }).use(({ ctx, next, type, getRawInput }) =>
    withOwnErrors(getRawInput, async () => {
      const principal = await ctx.admit({ scope, limit });
      if (!principal) throw refusal('no_key');
      const { person, callerId: id, callerName: name } = principal;
      const actor: Actor = { kind: person ? 'person' : 'key', id, name };
      const organisationId = chooseOrganisation(principal.organisationId, { scope, isChange: type === 'mutation' });
      return next({ ctx: { domain: { ...inOrganisation(ctx.services, organisationId), actor }, principal } });
    }),
  );

/** Permissions about what a sandbox shares with its organisation. */
const SHARED: readonly Permission[] = [
  ...(['templates:read', 'templates:write', 'organisation:read', 'organisation:write'] as const),
  ...(['members:manage', 'mail-server:manage'] as const),
];
/** Permissions whose changes are previews, or settings of a person. */
const READING: readonly Permission[] = ['templates:read', 'organisation:read'];

/** Returns true for a change that test keys may not make. */
export const isLiveOnly = (scope: Permission, isChange: boolean): boolean =>
  isChange && SHARED.includes(scope) && !READING.includes(scope);

/** Returns the organisation that a call is about: in test mode that of the shared things, which are only read there. */
function chooseOrganisation(organisationId: string, { scope, isChange }: { scope: Permission; isChange: boolean }) {
  if (!isSandbox(organisationId) || !SHARED.includes(scope)) return organisationId;
  if (isLiveOnly(scope, isChange)) throw refusal('live_only');
  return liveOf(organisationId);
}

/** Procedure of test mode, for keys that begin with `svc_test_` and people in test mode. */
export const inSandbox = (scope: Permission) =>
  withScope(scope).use(async ({ ctx, next }) => {
    assertSandbox(ctx.domain);
    return next();
  });

/** Throws CONFLICT outside test mode. */
export function assertSandbox({ organisationId }: { organisationId: string }): void {
  if (!isSandbox(organisationId)) throw refusal('test_only');
}

interface ScopeOptions {
  limit?: Limit;
  takesKey?: boolean;
}

/** Procedure that requires a person whose role has the permission. Keys are rejected. */
export const asPerson = (permission: Permission, options: ScopeOptions = {}) =>
  withScope(permission, options).use(async ({ ctx, next }) => {
    const { person } = ctx.principal;
    if (!person) throw refusal('sign_in_required');
    return next({ ctx: { domain: { ...ctx.domain, person } } });
  });

/** Procedure that requires a signed-in person, without an organisation. */
export const signedIn = t.procedure.meta({ scope: null, limit: 'default' }).use(({ ctx, next, getRawInput }) =>
  withOwnErrors(getRawInput, async () => {
    const person = await ctx.person();
    if (!person) throw refusal('sign_in_required');
    return next({ ctx: { person } });
  }),
);

/** Returns the key that makes a creation safe to repeat, if the caller sent one. Ignores it for a dry run, which has no effect. */
export function idempotencyOf(ctx: RequestContext, { dryRun = false }: { dryRun?: boolean | undefined }) {
  const [given, ...others] = ctx.idempotencyKeys;
  if (given === undefined || dryRun) return undefined;
  if (others.length > 0) throw validationError(detail('Idempotency-Key', 'repeated'));
  if (ctx.creations > 1) throw validationError(detail('Idempotency-Key', 'not_for_several'));
  const { data: key } = IdempotencyKey.safeParse(given);
  if (key === undefined) throw validationError(detail('Idempotency-Key', 'not_a_key'));
  return { key, onReplay: ctx.onReplay } satisfies Idempotency;
}
