import type { LaurelDetailCode, LaurelErrorCode, LaurelErrorReason } from './codes.ts';

/** Fault of one value of a request. */
export interface LaurelDetail {
  /** For example `recipients[3].variables.name`. */
  path: string;
  code: LaurelDetailCode;
  /** English text, subject to change. */
  message: string;
  /** Values mentioned in the message. */
  params: Record<string, string | number | string[]>;
}

/** Reason of a refusal, with the codes and members of the REST API. */
export interface LaurelErrorData {
  code: LaurelErrorCode;
  httpStatus: number;
  /** With VALIDATION_ERROR: all faults, at least one. */
  details?: LaurelDetail[];
  /** With INSUFFICIENT_CREDITS. */
  credits?: { current: number; required: number };
  /** With some codes: the situation within the code, for example `limit_reached`. */
  reason?: LaurelErrorReason;
  /** With NOT_FOUND, for a file that is not rendered yet. */
  renderStatus?: string;
}

/** Error of a call that the server refused. */
export interface LaurelError extends Error {
  data: LaurelErrorData;
}

/**
 * Returns whether the server refused a call, with one of the given codes if there are any. With any other error no response arrived, and
 * the call may have been executed.
 */
export function isLaurelError(error: unknown, ...codes: readonly LaurelErrorCode[]): error is LaurelError {
  // Compares the name, because an application can load the library twice, with `import` and `require`.
  if (!(error instanceof Error) || error.name !== 'TRPCClientError') return false;
  const { data } = error as { data?: { code?: unknown } };
  return typeof data?.code === 'string' && (codes.length === 0 || codes.includes(data.code));
}
