import {
  createTRPCClientProxy,
  httpBatchLink,
  httpLink,
  isNonJsonSerializable,
  type Operation,
  splitLink,
} from '@trpc/client';
import { fetchAnswers } from './answers.ts';
import { Caller } from './caller.ts';
import { followEvents } from './events/follow-events.ts';
import { issueAll } from './issuing/issue-all.ts';
import type { Client } from './operations.ts';
import { keyLink, retryLink } from './retry.ts';
import { type VersionMismatch, warnOfVersions, watchVersion } from './version.ts';

export interface ClientOptions {
  /** Address of Laurel, for example `https://certificates.example.org`, with or without `/api/v1`. */
  baseUrl: string;
  /** API key, `svc_live_…`, or `svc_test_…` for test mode. Not needed for verification. */
  apiKey?: string | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /**
   * Number of retries of a call that got no response, or a 429, 502, 503 or 504. Default: 2; 0 turns retries off. A creation gets an
   * idempotency key, so that it happens once.
   */
  retries?: number | undefined;
  /** Called once if the server's version has another major or minor number. By default a warning goes to the console. */
  onVersionMismatch?: ((versions: VersionMismatch) => void) | undefined;
}

/**
 * Calls the operations of Laurel. Concurrent calls are sent in one request, except uploads and creations. Calls reject with a LaurelError,
 * or with the reason of their signal.
 */
export function createClient({
  baseUrl,
  apiKey,
  fetch,
  retries = 2,
  onVersionMismatch = warnOfVersions,
}: ClientOptions): Client {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new TypeError('baseUrl: not a web address. Use one that starts with https:// or http://.');
  const headers: Record<string, string> = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
  const url = `${baseUrl.replace(/\/+(api\/v1\/*)?$/, '')}/trpc`;
  // The global function is looked up with each call, so that it can be replaced after the client was created.
  const send: typeof globalThis.fetch = fetch ?? ((input, init) => globalThis.fetch(input, init));
  const versions = watchVersion(onVersionMismatch);
  const common = { url, fetch: fetchAnswers(send, versions) };
  const caller = new Caller({
    links: [
      keyLink,
      retryLink(retries, versions),
      splitLink({
        condition: (operation) => isSentAlone(operation),
        true: httpLink({ ...common, headers: ({ op }) => ({ ...headers, ...idempotencyHeader(op) }) }),
        // URL length that proxies accept.
        false: httpBatchLink({ ...common, maxURLLength: 4000, maxItems: 20, headers }),
      }),
    ],
  });
  const client = createTRPCClientProxy(caller) as unknown as Client;
  const { list } = client.events;
  return withMembers(client, {
    issueAll: (rows, options) => issueAll(client.batches.create, rows, options),
    follow: (options) => followEvents(list, { url, headers, fetch: send }, options),
  });
}

interface Members {
  issueAll: Client['issueAll'];
  follow: Client['events']['follow'];
}

/** Adds `issueAll` and `events.follow`. The client and its groups are proxies without members of their own. */
function withMembers(client: Client, { issueAll, follow }: Members): Client {
  const events = new Proxy(client.events, {
    get: (group, verb, receiver) => (verb === 'follow' ? follow : Reflect.get(group, verb, receiver)),
  });
  const own: Partial<Record<string | symbol, unknown>> = { events, issueAll };
  return new Proxy(client, {
    get: (all, name, receiver) => (Object.hasOwn(own, name) ? own[name] : Reflect.get(all, name, receiver)),
  });
}

const isSentAlone = (operation: Operation): boolean =>
  isNonJsonSerializable(operation.input) || operation.context.idempotencyKey !== undefined;

const idempotencyHeader = ({ context }: Operation): Record<string, string> =>
  context.idempotencyKey === undefined ? {} : { 'Idempotency-Key': String(context.idempotencyKey) };
