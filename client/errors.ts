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
interface CommonErrorData {
  httpStatus: number;
  /** With some codes: the situation within the code, for example `limit_reached`. */
  reason?: LaurelErrorReason;
  /** With NOT_FOUND, for a file that is not rendered yet. */
  renderStatus?: string;
}

/** Members that some codes have besides those of all codes. */
interface OwnErrorData {
  VALIDATION_ERROR: {
    /** All faults, at least one. */
    details: LaurelDetail[];
  };
  INSUFFICIENT_CREDITS: {
    credits: { current: number; required: number };
  };
}

/** Reason of a refusal by its code. */
export type LaurelErrorData<Code extends LaurelErrorCode = LaurelErrorCode> = Code extends LaurelErrorCode
  ? CommonErrorData & { code: Code } & (Code extends keyof OwnErrorData
        ? OwnErrorData[Code]
        : { details?: undefined; credits?: undefined })
  : never;

/** Error of a call that the server refused, with one of the codes. */
export interface LaurelError<Code extends LaurelErrorCode = LaurelErrorCode> extends Error {
  data: LaurelErrorData<Code>;
}

/**
 * Returns whether the server refused a call, with one of the given codes if there are any. With any other error no response arrived, and
 * the call may have been executed.
 */
export function isLaurelError<Code extends LaurelErrorCode = LaurelErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is LaurelError<Code> {
  // Compares the name, because an application can load the library twice, with `import` and `require`.
  if (!(error instanceof Error) || error.name !== 'TRPCClientError') return false;
  const { data } = error as { data?: { code?: unknown } };
  return typeof data?.code === 'string' && (codes.length === 0 || (codes as readonly string[]).includes(data.code));
}
