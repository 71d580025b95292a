import type { TRPCClient } from '@trpc/client';
import type { AppRouter } from '../procedures/router.ts';

/** Every operation of the product. In the package its place is taken by declarations that stand alone (build.ts). */
export type Client = TRPCClient<AppRouter>;
