import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  isNonJsonSerializable,
  type Operation,
  splitLink,
} from '@trpc/client';
import type { Client } from './operations.ts';
import { keyLink, retryLink } from './retry.ts';

export interface ClientOptions {
  /** The address of Laurel, such as `https://certificates.example.org`. */
  baseUrl: string;
  /** `svc_live_…`. Verifying needs none. */
  apiKey?: string;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /**
   * How often a call is repeated that got no response, or was told to come again (429, 503); 2 by default, 0 for never. A
   * creation gets an idempotency key for that, so that it happens once.
   */
  retries?: number;
}

/**
 * Calls the operations of Laurel. Calls made at the same time are sent in one request, except uploads and creations. A
 * call that the server refuses rejects with an error for isLaurelError().
 */
export function createClient({ baseUrl, apiKey, fetch, retries = 2 }: ClientOptions): Client {
  const authorization = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
  const common = { url: `${baseUrl.replace(/\/+$/, '')}/trpc`, ...(fetch && { fetch }) };
  const client = createTRPCClient({
    links: [
      keyLink,
      retryLink(retries),
      splitLink({
        condition: (operation) => isSentAlone(operation),
        true: httpLink({ ...common, headers: ({ op }) => ({ ...authorization, ...idempotencyHeader(op) }) }),
        // A length of URL that proxies accept.
        false: httpBatchLink({ ...common, maxURLLength: 4000, maxItems: 20, headers: authorization }),
      }),
    ],
  });
  return client as unknown as Client;
}

const isSentAlone = (operation: Operation): boolean =>
  isNonJsonSerializable(operation.input) || operation.context.idempotencyKey !== undefined;

const idempotencyHeader = ({ context }: Operation): Record<string, string> =>
  context.idempotencyKey === undefined ? {} : { 'Idempotency-Key': String(context.idempotencyKey) };
