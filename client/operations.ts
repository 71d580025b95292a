import type { TRPCClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../procedures/router.ts';
import type { FollowOptions } from './events/follow-options.ts';

export type { WebhookPayload } from '../procedures/webhooks.ts';
export type { FollowOptions } from './events/follow-options.ts';

/** Options of a call. */
export interface CallOptions {
  signal?: AbortSignal;
  context?: {
    /** For creations. The same key and body return the first answer again, for 24 hours. */
    idempotencyKey?: string;
  };
}

type Outputs = inferRouterOutputs<AppRouter>;

/** Event of a stream, with the cursor after which a later stream continues. */
export type FollowedEvent = Outputs['events']['list']['events'][number] & { cursor: string };

type Native = TRPCClient<AppRouter>;

/** Client of all operations. The package has self-contained declarations instead (build.ts). */
export type Client = Omit<Native, 'events'> & {
  events: Omit<Native['events'], 'follow'> & {
    /** Follows events in the order of the log, and reconnects without losing or repeating any. */
    follow(options?: FollowOptions): AsyncGenerator<FollowedEvent, void, undefined>;
  };
};

/** Design document of a template, as published. */
export type DesignDocument = inferRouterInputs<AppRouter>['templates']['create']['design'];
