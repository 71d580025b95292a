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
  /** Where Laurel is, such as `https://certificates.example.org`. */
  baseUrl: string;
  /** As it was shown once: `svc_live_…`. Verifying needs none. */
  apiKey?: string;
  /** In place of the global `fetch`. */
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
  /** With NOT_FOUND, for a file that is not there yet. */
  renderStatus?: string;
}

/**
 * Calls the operations of Laurel. Calls made at the same time travel in one request, except uploads and those with an
 * `idempotencyKey` in their `context`. What the server refuses rejects with an error that isApiError() knows.
 */
export function createClient({ baseUrl, apiKey, fetch }: ClientOptions): Client {
  const authorization = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
  const common = { url: `${baseUrl.replace(/\/+$/, '')}/trpc`, ...(fetch && { fetch }) };
  const client = createTRPCClient({
    links: [
      splitLink({
        condition: (operation) => travelsAlone(operation),
        true: httpLink({ ...common, headers: ({ op }) => ({ ...authorization, ...idempotencyHeader(op) }) }),
        // A URL that proxies still take.
        false: httpBatchLink({ ...common, maxURLLength: 4000, headers: authorization }),
      }),
    ],
  });
  return client as unknown as Client;
}

/** Whether a call was answered, and refused; otherwise it may never have arrived. */
export function isApiError(error: unknown): error is Error & { data: ApiErrorData } {
  return error instanceof TRPCClientError && typeof error.data?.code === 'string';
}

const travelsAlone = (operation: Operation): boolean =>
  isNonJsonSerializable(operation.input) || operation.context.idempotencyKey !== undefined;

const idempotencyHeader = ({ context }: Operation): Record<string, string> =>
  context.idempotencyKey === undefined ? {} : { 'Idempotency-Key': String(context.idempotencyKey) };
