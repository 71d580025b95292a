import { z } from 'zod';
import { CreateApiKey, createApiKey } from '../domain/api-keys/create.ts';
import { ApiKey, listApiKeys } from '../domain/api-keys/read.ts';
import { revokeApiKey } from '../domain/api-keys/revoke.ts';
import { rotateApiKey } from '../domain/api-keys/rotate.ts';
import { openSandbox } from '../domain/sandbox/open.ts';
import { DateTime, Uuid } from '../domain/shared/schemas.ts';
import { NoInput, router, withScope } from './base.ts';

const manages = () => withScope('api-keys:manage');
const ApiKeyId = z.strictObject({ id: Uuid });
/** The only response that contains a key. */
const ShownKey = z.object({ id: Uuid, key: z.string() });

/** API keys, for people in the dashboard. REST does not have these operations, because keys cannot create keys. */
export const apiKeys = router({
  list: manages()
    .input(NoInput)
    .output(z.object({ apiKeys: z.array(ApiKey) }))
    .query(({ ctx }) => listApiKeys(ctx.domain)),

  create: manages()
    .input(CreateApiKey.extend({ test: z.boolean().optional().describe('Creates a key of test mode') }))
    .output(ShownKey)
    .mutation(async ({ ctx, input: { test, ...input } }) =>
      createApiKey(test ? await openSandbox(ctx.domain) : ctx.domain, input),
    ),

  revoke: manages()
    .input(ApiKeyId)
    .output(z.object({ id: Uuid, revokedAt: DateTime }))
    .mutation(({ ctx, input }) => revokeApiKey(ctx.domain, input.id)),

  rotate: manages()
    .input(ApiKeyId)
    .output(ShownKey)
    .mutation(({ ctx, input }) => rotateApiKey(ctx.domain, input)),
});
