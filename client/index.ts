import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  isNonJsonSerializable,
  type Operation,
  splitLink,
  TRPCClientError,
} from '@trpc/client';
import type { Client } from './operations.ts';

export type * from './operations.ts';

export interface ClientOptions {
  /** The address of Laurel, such as `https://certificates.example.org`. */
  baseUrl: string;
  /** `svc_live_…`. Verifying needs none. */
  apiKey?: string;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/** Why a call was refused: the codes and members of the REST API. */
export interface ApiErrorData {
  code: string;
  httpStatus: number;
  /** With VALIDATION_ERROR: every fault, each path as in `recipients[3].variables.name`. */
  details?: { path: string; message: string }[];
  /** With INSUFFICIENT_CREDITS. */
  credits?: { current: number; required: number };
  /** With NOT_FOUND, for a file that is not rendered yet. */
  renderStatus?: string;
}

/**
 * Calls the operations of Laurel. Calls made at the same time are sent in one request, except uploads and those with an
 * `idempotencyKey` in their `context`. A call that the server refuses rejects with an error for isApiError().
 */
export function createClient({ baseUrl, apiKey, fetch }: ClientOptions): Client {
  const authorization = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
  const common = { url: `${baseUrl.replace(/\/+$/, '')}/trpc`, ...(fetch && { fetch }) };
  const client = createTRPCClient({
    links: [
      splitLink({
        condition: (operation) => isSentAlone(operation),
        true: httpLink({ ...common, headers: ({ op }) => ({ ...authorization, ...idempotencyHeader(op) }) }),
        // A length of URL that proxies accept.
        false: httpBatchLink({ ...common, maxURLLength: 4000, headers: authorization }),
      }),
    ],
  });
  return client as unknown as Client;
}

/** Whether the server refused a call. Other errors mean that no response arrived; the call may have been executed. */
export function isApiError(error: unknown): error is Error & { data: ApiErrorData } {
  return error instanceof TRPCClientError && typeof error.data?.code === 'string';
}

const isSentAlone = (operation: Operation): boolean =>
  isNonJsonSerializable(operation.input) || operation.context.idempotencyKey !== undefined;

const idempotencyHeader = ({ context }: Operation): Record<string, string> =>
  context.idempotencyKey === undefined ? {} : { 'Idempotency-Key': String(context.idempotencyKey) };
