/** Checks of a certificate, each reported separately. */
export type CheckName = 'pdfSignature' | 'credential' | 'status' | 'file' | 'log' | 'head';

export type Outcome = 'verified' | 'failed' | 'not checkable';

/** Reason for a check's outcome. The messages have a sentence for each. */
export type Reason = Verified | Failed | NotCheckable;

export type Verified =
  | 'pdfSigned'
  | 'credentialSigned'
  | 'credentialMoved'
  | 'notRevoked'
  | 'sealed'
  | 'logged'
  | 'consistent';

export type Failed =
  | 'notACertificate'
  | 'tooLarge'
  | 'pdfDamaged'
  | 'pdfEncrypted'
  | 'pdfAppended'
  | 'pdfUnsigned'
  | 'pdfChanged'
  | 'pdfSignatureWrong'
  | 'pdfSignerUnknown'
  | 'pdfCertificateExpired'
  | 'timestampWrong'
  | 'pngDamaged'
  | 'credentialMissing'
  | 'credentialMalformed'
  | 'credentialIssuerUnknown'
  | 'credentialKeyUnknown'
  | 'credentialProofWrong'
  | 'credentialNotYetValid'
  | 'expired'
  | 'replaced'
  | 'test'
  | 'revoked'
  | 'statusWrong'
  | 'statusDisagrees'
  | 'notOnRecord'
  | 'otherFile'
  | 'otherCredential'
  | 'backdated'
  | 'entriesMalformed'
  | 'statementWrong'
  | 'leafWrong'
  | 'inclusionWrong'
  | 'checkpointWrong'
  | 'headWrong'
  | 'forked'
  | 'keyDistrusted';

export type NotCheckable =
  | 'offline'
  | 'noTrust'
  | 'notTrusted'
  | 'unreachable'
  | 'listKeyUnknown'
  | 'notLoggedYet'
  | 'saltErased'
  | 'noFile'
  | 'dependsOnFailed'
  | 'dependsOnLog'
  | 'logKeyDistrusted';

/** Result of one check. `detail` is the subject of the reason: a name, address or time. If it comes from the file, it can be hostile. */
export interface Check {
  check: CheckName;
  outcome: Outcome;
  reason: Reason;
  detail: string | null;
}

/** Thrown where a check fails. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly reason: Failed;
  readonly detail: string | null;
  constructor(reason: Failed, detail: string | null = null) {
    super(detail === null ? reason : `${reason}: ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
}

/** Thrown if something cannot be checked. */
export class Unchecked extends Error {
  override name = 'Unchecked';
  readonly reason: NotCheckable;
  readonly detail: string | null;
  constructor(reason: NotCheckable, detail: string | null = null) {
    super(detail === null ? reason : `${reason}: ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
}

/** Thrown for an address without a usable response. */
export class Unreachable extends Unchecked {
  /** True if any server answers at the address. */
  readonly isInUse: boolean;
  constructor(address: string, { isInUse = false }: { isInUse?: boolean } = {}) {
    super('unreachable', address.slice(0, 300));
    this.isInUse = isInUse;
  }
}

/** Throws the refusal unless the condition holds. */
export function ensure(condition: unknown, reason: Failed, detail: string | null = null): asserts condition {
  if (!condition) throw new Refusal(reason, detail);
}

/** Result of a check: its value, or the error. */
export type Result<T> = { value: T; error: null } | { value: null; error: Refusal | Unchecked };

/** Runs a check. Errors other than Refusal and Unchecked come from malformed input and become `otherwise`. */
export async function attempt<T>(otherwise: Failed, run: () => T | Promise<T>): Promise<Result<T>> {
  try {
    return { value: await run(), error: null };
  } catch (error) {
    const isOurs = error instanceof Refusal || error instanceof Unchecked;
    return { value: null, error: isOurs ? error : new Refusal(otherwise) };
  }
}

/** Returns a check's value, or throws its error. */
export function unwrap<T>(result: Result<T>): T {
  if (result.error) throw result.error;
  return result.value as T;
}

/** Returns the value of a check that this one depends on. Throws Unchecked if it has none. */
export function needed<T>({ value, error }: Result<T>): T {
  if (error instanceof Unchecked) throw error;
  if (error) throw new Unchecked('dependsOnFailed');
  return value as T;
}

/** Returns a check's result for the report. `describe` returns the detail of a success. */
export function report<T>(
  check: CheckName,
  { value, error }: Result<T>,
  verified: Verified,
  describe: (value: T) => string | null = () => null,
): Check {
  if (!error) return { check, outcome: 'verified', reason: verified, detail: describe(value) };
  const outcome = error instanceof Refusal ? 'failed' : 'not checkable';
  return { check, outcome, reason: error.reason, detail: error.detail };
}

/** Returns external text made safe for one line: without control characters, and limited in length. */
export const printable = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd').slice(0, 200);
