import type { TRPCClient } from '@trpc/client';
import type { AppRouter } from '../procedures/router.ts';

/** Every operation. The package has self-contained declarations instead (build.ts). */
export type Client = TRPCClient<AppRouter>;
