import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, isFormData, splitLink } from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { type ReactNode, useState } from 'react';
import { MAX_CALLS } from '../../domain/limits.ts';
import type { AppRouter } from '../../procedures/router.ts';
import { repeatAfterSignIn } from './ended-session.ts';
import { codeOf } from './errors.ts';

const session = createTRPCContext<AppRouter>();
const organisation = createTRPCContext<AppRouter>();

/** The procedures as the person who is signed in calls them, outside any organisation. */
export const useSessionApi = session.useTRPC;
/** The procedures as they are called in the organisation whose screens are shown. */
export const useApi = organisation.useTRPC;
/** The same for calls that belong to no screen's state. */
export const useApiClient = organisation.useTRPCClient;

const TIMEOUT = 30_000;

function makeClient(organisationId?: string) {
  const options = {
    url: '/trpc',
    headers: organisationId ? { 'X-Laurel-Organisation': organisationId } : {},
    // What takes longer than this is not coming: the screen says so and offers to try again.
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
        // What is asked may be long: a mail's text, a list of values.
        false: httpBatchLink({ ...options, methodOverride: 'POST', maxItems: MAX_CALLS }),
      }),
    ],
  });
}

const idempotency = (key: unknown): Record<string, string> =>
  typeof key === 'string' ? { 'Idempotency-Key': key } : {};

/** Tried again: only what may pass by itself. Shown off-line too, as an error rather than as waiting for ever. */
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

/** Everything below it is the organisation's; another organisation begins with nothing. Give it the id as key. */
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
