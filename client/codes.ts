/** In the repository the types are the catalogue's own; the build writes them down (build.ts). */
import type { ErrorCode } from '../errors/codes.ts';
import type { DetailCode, Reason } from '../errors/detail.ts';

/** A newer server may have others. */
type OrAnother = string & Record<never, never>;

/** The codes of errors. */
export type LaurelErrorCode = ErrorCode | OrAnother;
/** The situations within these codes. */
export type LaurelErrorReason = Reason | OrAnother;
/** Codes of faults of a value. */
export type LaurelDetailCode = DetailCode | OrAnother;
