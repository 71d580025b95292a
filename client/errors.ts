import type { LaurelDetailCode, LaurelErrorCode, LaurelErrorReason } from './codes.ts';

/** Fault of one value of a request. */
export interface LaurelDetail {
  /** As in `recipients[3].variables.name`. */
  path: string;
  code: LaurelDetailCode;
  /** English; it may change. */
  message: string;
  /** The values that the message mentions. */
  params: Record<string, string | number | string[]>;
}

/** Why a call was refused: the codes and members of the REST API. */
export interface LaurelErrorData {
  code: LaurelErrorCode;
  httpStatus: number;
  /** With VALIDATION_ERROR: every fault, one at least. */
  details?: LaurelDetail[];
  /** With INSUFFICIENT_CREDITS. */
  credits?: { current: number; required: number };
  /** With some codes: the situation within the code, as in `limit_reached`. */
  reason?: LaurelErrorReason;
  /** With NOT_FOUND, for a file that is not rendered yet. */
  renderStatus?: string;
}

/** A call that the server refused. */
export interface LaurelError extends Error {
  data: LaurelErrorData;
}

/**
 * Whether the server refused a call, with one of these codes where some are given. Any other error means that no response
 * arrived; the call may have been executed.
 */
export function isLaurelError(error: unknown, ...codes: readonly LaurelErrorCode[]): error is LaurelError {
  // By its name: an application may have two copies of the library, one for import and one for require.
  if (!(error instanceof Error) || error.name !== 'TRPCClientError') return false;
  const { data } = error as { data?: { code?: unknown } };
  return typeof data?.code === 'string' && (codes.length === 0 || codes.includes(data.code));
}
