import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';
import type { Actor } from '../domain/audit/actor.ts';
import { DomainError } from '../domain/errors.ts';
import type { Permission } from '../domain/members/roles.ts';
import { IdempotencyKey } from '../domain/shared/idempotency.ts';
import type { Admission, Limit, RequestContext } from './context.ts';
import { fromZod, toDomainError, toTrpcError } from './errors.ts';

export type ProcedureMeta = OpenApiMeta & Partial<Admission>;

const t = initTRPC
  .context<RequestContext>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error }) => {
      const { code, status, message, extras } = toDomainError(error);
      return { code: shape.code, message, data: { code, httpStatus: status, path: shape.data.path, ...extras } };
    },
  });

export const { router } = t;

/** For procedures that take nothing; callers may leave it out, and REST gives an empty object. */
export const NoInput = z.object({}).optional();

/** A DomainError keeps its code on the way out; anything else stays what it is, and is logged with its cause. */
const base = t.procedure.use(async ({ next }) => {
  const result = await next();
  if (!result.ok && result.error.cause instanceof DomainError) throw toTrpcError(result.error.cause);
  return result;
});

/** Anybody may call it, limited by address. */
export const publicProcedure = (limit: Limit) =>
  base.meta({ scope: null, limit }).use(async ({ ctx, next }) => {
    await ctx.admit({ scope: null, limit });
    return next();
  });

/** Needs a key with the scope, or a person whose role has it. The checks come before the input is looked at (docs/architecture.md, order of checks). */
export const withScope = (scope: Permission, { limit = 'default' }: ScopeOptions = {}) =>
  base.meta({ scope, limit }).use(async ({ ctx, next }) => {
    const principal = await ctx.admit({ scope, limit });
    if (!principal) throw new DomainError('UNAUTHORIZED', 'An API key is needed');
    const { organisationId, person, callerId: id, callerName: name } = principal;
    const actor: Actor = { kind: person ? 'person' : 'key', id, name };
    const domain = { ...ctx.services, organisationId, actor, idempotency: idempotencyOf(ctx) };
    return next({ ctx: { domain, principal } });
  });

interface ScopeOptions {
  limit?: Limit;
}

/** Needs a person whose role has the permission: no key will do. */
export const asPerson = (permission: Permission, options: ScopeOptions = {}) =>
  withScope(permission, options).use(async ({ ctx, next }) => {
    const { person } = ctx.principal;
    if (!person) throw new DomainError('UNAUTHORIZED', 'Sign in first');
    return next({ ctx: { domain: { ...ctx.domain, person } } });
  });

/** Needs somebody who is signed in, in no organisation. */
export const signedIn = base.meta({ scope: null, limit: 'default' }).use(async ({ ctx, next }) => {
  const person = await ctx.person();
  if (!person) throw new DomainError('UNAUTHORIZED', 'Sign in first');
  return next({ ctx: { person } });
});

function idempotencyOf(ctx: RequestContext) {
  if (ctx.idempotencyKey === undefined) return undefined;
  const parsed = IdempotencyKey.safeParse(ctx.idempotencyKey);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({ ...issue, path: ['Idempotency-Key'] }));
    throw fromZod(Object.assign(parsed.error, { issues }));
  }
  return { key: parsed.data, onReplay: () => ctx.onReplay() };
}
