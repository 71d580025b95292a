import type { TRPCClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../procedures/router.ts';
import type { FollowOptions } from './events/follow-options.ts';
import type { IssueAllBy, OptionsOf, ProgressOf, RowOf } from './issuing/options.ts';

export type { WebhookPayload } from '../procedures/webhooks.ts';
export type { FollowOptions } from './events/follow-options.ts';
export type { IssueAllResult, IssueAllWait } from './issuing/options.ts';

/** Options of a call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  context?:
    | {
        /** For creations. The same key and body return the first answer again, for 24 hours. */
        idempotencyKey?: string | undefined;
      }
    | undefined;
}

type Outputs = inferRouterOutputs<AppRouter>;

/** Event of a stream, with the cursor after which a later stream continues. */
export type FollowedEvent = Outputs['events']['list']['events'][number] & { cursor: string };

type CreateBatch = inferRouterInputs<AppRouter>['batches']['create'];

/** Answer to a batch. */
export type CreatedBatch = Outputs['batches']['create'];

export type IssueAll = IssueAllBy<CreateBatch, CreatedBatch>;
export type IssueAllOptions = OptionsOf<CreateBatch, CreatedBatch>;
export type IssueAllProgress = ProgressOf<CreatedBatch>;
export type IssueAllRow = RowOf<CreateBatch>;

type Native = TRPCClient<AppRouter>;

/** Client of all operations. The package has self-contained declarations instead (build.ts). */
export type Client = Omit<Native, 'events'> & {
  /** Issues a certificate for each row, in batches. A repeated run continues where the earlier one stopped. */
  issueAll: IssueAll;
  events: Omit<Native['events'], 'follow'> & {
    /** Follows events in the order of the log, and reconnects without losing or repeating any. */
    follow(options?: FollowOptions): AsyncGenerator<FollowedEvent, void, undefined>;
  };
};

/** Design document of a template, as published. */
export type DesignDocument = inferRouterInputs<AppRouter>['templates']['create']['design'];
