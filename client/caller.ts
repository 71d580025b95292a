import { TRPCClientError, type TRPCRequestOptions, TRPCUntypedClient } from '@trpc/client';
import type { AnyRouter } from '@trpc/server';
import { orAbort } from './abort.ts';
import { errorOfAnswer } from './answers.ts';
import { isLaurelError, LaurelError } from './errors.ts';
import type { VersionWatch } from './version.ts';

/** Calls operations by name. Its calls reject with a LaurelError, or with the reason of their signal. */
export class Caller extends TRPCUntypedClient<AnyRouter> {
  override query(path: string, input?: unknown, options?: TRPCRequestOptions): Promise<unknown> {
    return settle(() => super.query(path, input, options), options?.signal ?? undefined);
  }

  override mutation(path: string, input?: unknown, options?: TRPCRequestOptions): Promise<unknown> {
    return settle(() => super.mutation(path, input, options), options?.signal ?? undefined);
  }
}

async function settle(call: () => Promise<unknown>, signal: AbortSignal | undefined): Promise<unknown> {
  signal?.throwIfAborted();
  try {
    return await orAbort(call(), signal);
  } catch (error) {
    throw signal?.aborted ? signal.reason : toLaurelError(error);
  }
}

/** Converts an error of tRPC's links. */
export function toLaurelError(error: unknown, versions?: VersionWatch): LaurelError {
  if (isLaurelError(error)) return error;
  const { cause, shape, meta, message } = TRPCClientError.from(error as Error);
  if (isLaurelError(cause)) return cause;
  const { response } = (meta ?? {}) as { response?: Response };
  const reported = shape ? errorOfAnswer({ error: shape }, response?.headers, versions?.server) : null;
  // Without a response, the links could not make a request of the input.
  return reported ?? new LaurelError(`The input cannot be sent: ${message}`, { code: 'INVALID_INPUT', cause });
}
