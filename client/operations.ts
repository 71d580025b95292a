import type { TRPCClient } from '@trpc/client';
import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from '../procedures/router.ts';

export type { WebhookPayload } from '../procedures/webhooks.ts';

/** Options of a call. */
export interface CallOptions {
  signal?: AbortSignal;
  context?: {
    /** For creations. The same key and body return the first answer again, for 24 hours. */
    idempotencyKey?: string;
  };
}

/** Client of all operations. The package has self-contained declarations instead (build.ts). */
export type Client = TRPCClient<AppRouter>;

/** Design document of a template, as published. */
export type DesignDocument = inferRouterInputs<AppRouter>['templates']['create']['design'];
