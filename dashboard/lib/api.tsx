import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, isFormData, splitLink } from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { type ReactNode, useState } from 'react';
import { MAX_CALLS } from '../../domain/limits.ts';
import type { AppRouter } from '../../procedures/router.ts';
import { repeatAfterSignIn } from './ended-session.ts';
import { codeOf } from './errors/errors.ts';

const session = createTRPCContext<AppRouter>();
const organisation = createTRPCContext<AppRouter>();

/** Procedures as called by the signed-in user, outside any organisation. */
export const useSessionApi = session.useTRPC;
/** Procedures as called in the organisation whose screens are shown. */
export const useApi = organisation.useTRPC;
/** Client for calls that belong to no screen's state. */
export const useApiClient = organisation.useTRPCClient;

const TIMEOUT = 30_000;

function makeClient(organisationId?: string) {
  const options = {
    url: '/trpc',
    headers: organisationId ? { 'X-Laurel-Organisation': organisationId } : {},
    // After the timeout the screen shows an error and offers a retry.
    fetch: (input: RequestInfo | URL | string, init?: RequestInit) =>
      fetch(input, {
        ...init,
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), ...(init?.signal ? [init.signal] : [])]),
      }),
  };
  return createTRPCClient<AppRouter>({
    links: [
      ...(organisationId ? [repeatAfterSignIn] : []),
      splitLink({
        condition: ({ input, context }) => isFormData(input) || context.idempotencyKey !== undefined,
        true: httpLink({
          ...options,
          headers: ({ op }) => ({ ...options.headers, ...idempotency(op.context.idempotencyKey) }),
        }),
        // Inputs can be long, for example the text of an e-mail or a list of values.
        false: httpBatchLink({ ...options, methodOverride: 'POST', maxItems: MAX_CALLS }),
      }),
    ],
  });
}

const idempotency = (key: unknown): Record<string, string> =>
  typeof key === 'string' ? { 'Idempotency-Key': key } : {};

/** Retries only errors that may pass. Offline, queries fail with an error instead of waiting indefinitely. */
const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        retry: (count, error) => count < 2 && ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', null].includes(codeOf(error)),
        retryDelay: (count) => 300 * 2 ** count,
      },
      mutations: { networkMode: 'always' },
    },
  });

export function SessionApi({ children }: { children: ReactNode }) {
  const [{ client, queryClient }] = useState(() => ({ client: makeClient(), queryClient: makeQueryClient() }));
  return (
    <QueryClientProvider client={queryClient}>
      <session.TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </session.TRPCProvider>
    </QueryClientProvider>
  );
}

/** Provides the organisation's API. Use the id as `key`, so that another organisation starts with an empty cache. */
export function OrganisationApi({ organisationId, children }: { organisationId: string; children: ReactNode }) {
  const [{ client, queryClient }] = useState(() => ({
    client: makeClient(organisationId),
    queryClient: makeQueryClient(),
  }));
  return (
    <QueryClientProvider client={queryClient}>
      <organisation.TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </organisation.TRPCProvider>
    </QueryClientProvider>
  );
}
