/** In the repository the types come from the catalogue. The build writes them out (build.ts). */
import type { ErrorCode } from '../errors/codes.ts';
import type { DetailCode, Reason } from '../errors/detail.ts';

/** Newer servers can have more codes. */
type OrAnother = string & Record<never, never>;

/** Codes of errors that the server reports. */
export type LaurelServerCode = ErrorCode | OrAnother;
/** Situations within these codes. */
export type LaurelErrorReason = Reason | OrAnother;
/** Codes of faults of a value. */
export type LaurelDetailCode = DetailCode | OrAnother;
