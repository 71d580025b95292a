import type { TRPCClient } from '@trpc/client';
import type { AppRouter } from './app-router.ts';
import type { Client } from './operations.ts';

export type { AppRouter };

/** Returns the client in the form that tools of tRPC take, such as `createTRPCOptionsProxy` of `@trpc/tanstack-react-query`. */
export const trpcClient = (laurel: Client): TRPCClient<AppRouter> => laurel as unknown as TRPCClient<AppRouter>;
