import type { LaurelDetailCode, LaurelErrorReason, LaurelServerCode } from './codes.ts';

/** Codes of errors that the client reports. */
export type LaurelClientCode =
  /** No complete response arrived. The call may have been executed. */
  | 'NO_RESPONSE'
  /** The response is not one of Laurel, for example a page of a proxy. `status` is that of the response. */
  | 'UNEXPECTED_RESPONSE'
  /** The input cannot be sent, for example a `bigint`. `cause` has the reason. */
  | 'INVALID_INPUT'
  /** The rendering of a certificate failed permanently. See RenderingFailedError. */
  | 'RENDERING_FAILED';

/** Codes of errors. */
export type LaurelErrorCode = LaurelServerCode | LaurelClientCode;

/** Fault of one value of a request. */
export interface LaurelDetail {
  /** For example `recipients[3].variables.name`, or `rows[1234].variables.name` of `issueAll`. */
  path: string;
  code: LaurelDetailCode;
  /** English text, subject to change. */
  message: string;
  /** Values mentioned in the message. */
  params: Record<string, string | number | string[]>;
}

/** Members of an error that apply to some errors only. */
interface OptionalMembers {
  /** HTTP status. Undefined if no response arrived. */
  status: number | undefined;
  /** Situation within the code, for example `limit_reached`. */
  reason: LaurelErrorReason | undefined;
  /** `X-Request-Id` of the response, which identifies its line in the operator's log. */
  requestId: string | undefined;
  /** Seconds after which the server asked to try again. */
  retryAfter: number | undefined;
  /** With NOT_FOUND, for a file that is not rendered yet. */
  renderStatus: string | undefined;
}

/** Members that belong to one code. */
interface OwnMembers {
  VALIDATION_ERROR: {
    /** All faults, at least one. */
    details: LaurelDetail[];
  };
  INSUFFICIENT_CREDITS: {
    credits: { current: number; required: number };
  };
}

type Own<Code, Member extends string> = Code extends keyof OwnMembers
  ? OwnMembers[Code] extends Record<Member, infer Value>
    ? Value
    : undefined
  : undefined;

/** Values of a new error. */
export type LaurelErrorOptions<Code extends LaurelErrorCode = LaurelErrorCode> = Partial<OptionalMembers> & {
  code: Code;
  details?: LaurelDetail[] | undefined;
  credits?: { current: number; required: number } | undefined;
  cause?: unknown;
};

/** Marks errors of all copies of the library. An application can load it twice, with `import` and `require`. */
const MARK = Symbol.for('laurel-client.LaurelError');

/**
 * Error of a call: the server refused it, no response arrived, or the response is not one of Laurel. Aborted calls reject with the reason
 * of their signal instead, as `fetch` does.
 */
export class LaurelError<Code extends LaurelErrorCode = LaurelErrorCode> extends Error implements OptionalMembers {
  declare readonly code: Code;
  declare readonly status: number | undefined;
  declare readonly reason: LaurelErrorReason | undefined;
  declare readonly requestId: string | undefined;
  declare readonly retryAfter: number | undefined;
  declare readonly renderStatus: string | undefined;
  /** With VALIDATION_ERROR: all faults, at least one. */
  declare readonly details: Own<Code, 'details'>;
  /** With INSUFFICIENT_CREDITS: the balance, and the credits that the call needs. */
  declare readonly credits: Own<Code, 'credits'>;

  constructor(message: string, { cause, ...members }: LaurelErrorOptions<Code>) {
    super(message, cause === undefined ? {} : { cause });
    // Logs show the members that apply, because only these are set.
    for (const [name, value] of Object.entries(members))
      if (value !== undefined) Object.defineProperty(this, name, { value, enumerable: true });
  }

  static {
    Object.defineProperty(LaurelError.prototype, MARK, { value: true });
    Object.defineProperty(LaurelError.prototype, 'name', { value: 'LaurelError', configurable: true, writable: true });
  }
}

/** An error for each of the codes. */
type ErrorOf<Code extends LaurelErrorCode> = Code extends LaurelErrorCode ? LaurelError<Code> : never;

/** Returns whether a call was rejected with a LaurelError, with one of the given codes if there are any. */
export function isLaurelError<Code extends LaurelErrorCode = LaurelErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ErrorOf<Code> {
  if (typeof error !== 'object' || error === null || !(MARK in error)) return false;
  return codes.length === 0 || (codes as readonly string[]).includes((error as { code?: string }).code ?? '');
}
