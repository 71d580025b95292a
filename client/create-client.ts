import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  isNonJsonSerializable,
  type Operation,
  splitLink,
} from '@trpc/client';
import { followEvents } from './events/follow-events.ts';
import type { Client, FollowOptions } from './operations.ts';
import { keyLink, retryLink } from './retry.ts';

export interface ClientOptions {
  /** Address of Laurel, for example `https://certificates.example.org`, with or without `/api/v1`. */
  baseUrl: string;
  /** API key, `svc_live_…`, or `svc_test_…` for test mode. Not needed for verification. */
  apiKey?: string;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /**
   * Number of retries of a call that got no response, or a 429 or 503. Default: 2; 0 turns retries off. A creation gets an idempotency key,
   * so that it happens once.
   */
  retries?: number;
}

/**
 * Calls the operations of Laurel. Concurrent calls are sent in one request, except uploads and creations. Rejects with an error for
 * isLaurelError() if the server refuses the call.
 */
export function createClient({ baseUrl, apiKey, fetch, retries = 2 }: ClientOptions): Client {
  const authorization: Record<string, string> = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
  const common = { url: `${baseUrl.replace(/\/+(api\/v1\/*)?$/, '')}/trpc`, ...(fetch && { fetch }) };
  const client = createTRPCClient({
    links: [
      keyLink,
      retryLink(retries),
      splitLink({
        condition: (operation) => isSentAlone(operation),
        true: httpLink({ ...common, headers: ({ op }) => ({ ...authorization, ...idempotencyHeader(op) }) }),
        // URL length that proxies accept.
        false: httpBatchLink({ ...common, maxURLLength: 4000, maxItems: 20, headers: authorization }),
      }),
    ],
  });
  const { url, fetch: send = globalThis.fetch } = common;
  const connection = { url, headers: authorization, fetch: send };
  return withFollow(client as unknown as Client, (list, options) => followEvents(list, connection, options));
}

type Follow = (
  list: Client['events']['list'],
  options: FollowOptions | undefined,
) => ReturnType<Client['events']['follow']>;

/** Adds `events.follow`. The client and its groups are proxies without members of their own. */
function withFollow(client: Client, follow: Follow): Client {
  const events = new Proxy(client.events, {
    get: (group, verb, receiver) =>
      verb === 'follow' ? (options?: FollowOptions) => follow(group.list, options) : Reflect.get(group, verb, receiver),
  });
  return new Proxy(client, {
    get: (all, group, receiver) => (group === 'events' ? events : Reflect.get(all, group, receiver)),
  });
}

const isSentAlone = (operation: Operation): boolean =>
  isNonJsonSerializable(operation.input) || operation.context.idempotencyKey !== undefined;

const idempotencyHeader = ({ context }: Operation): Record<string, string> =>
  context.idempotencyKey === undefined ? {} : { 'Idempotency-Key': String(context.idempotencyKey) };
