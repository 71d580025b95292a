import type { TRPCClient } from '@trpc/client';
import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from '../procedures/router.ts';

export type { WebhookPayload } from '../procedures/webhooks.ts';

/** What a call may have beside its input. */
export interface CallOptions {
  signal?: AbortSignal;
  context?: {
    /** For creations: the same key and body again give the first answer again, for 24 hours. */
    idempotencyKey?: string;
  };
}

/** Every operation. The package has self-contained declarations instead (build.ts). */
export type Client = TRPCClient<AppRouter>;

/** A template's design, as it is published. */
export type DesignDocument = inferRouterInputs<AppRouter>['templates']['create']['design'];
