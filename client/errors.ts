/** Why a call was refused: the codes and members of the REST API. */
export interface LaurelErrorData {
  code: LaurelErrorCode;
  httpStatus: number;
  /** With VALIDATION_ERROR: every fault, each path as in `recipients[3].variables.name`. */
  details?: { path: string; message: string }[];
  /** With INSUFFICIENT_CREDITS. */
  credits?: { current: number; required: number };
  /** With some codes: the situation within the code, as in `limit_reached`. */
  reason?: string;
  /** With NOT_FOUND, for a file that is not rendered yet. */
  renderStatus?: string;
}

/** The codes that there are; a newer server may have others. */
export type LaurelErrorCode =
  | 'UNAUTHORIZED'
  | 'KEY_EXPIRED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'VALIDATION_ERROR'
  | 'INSUFFICIENT_CREDITS'
  | 'IDEMPOTENCY_CONFLICT'
  | 'CONFLICT'
  | 'RATE_LIMITED'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE'
  | (string & Record<never, never>);

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
