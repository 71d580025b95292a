/** What is checked of a certificate; each is reported for itself. */
export type CheckName = 'pdfSignature' | 'credential' | 'status' | 'file' | 'log' | 'head';

export type Outcome = 'verified' | 'failed' | 'not checkable';

/** Why a check came out as it did; `texts/` has a sentence for each. */
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
  | 'credentialExpired'
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

/** The result of one check. `detail` is what the reason is about: a name, an address or a time, from the file where it may be hostile. */
export interface Check {
  check: CheckName;
  outcome: Outcome;
  reason: Reason;
  detail: string | null;
}

/** A check that failed, thrown where it is found. */
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

/** Something that can't be checked here and now. */
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

/** An address that gave nothing usable. */
export class Unreachable extends Unchecked {
  /** True if a server answers there, no matter whose. */
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

/** What came of a check: what it found, or why it has nothing. */
export type Result<T> = { value: T; error: null } | { value: null; error: Refusal | Unchecked };

/** Runs a check. What it throws beside Refusal and Unchecked is about malformed input, and becomes `otherwise`. */
export async function attempt<T>(otherwise: Failed, run: () => T | Promise<T>): Promise<Result<T>> {
  try {
    return { value: await run(), error: null };
  } catch (error) {
    const isOurs = error instanceof Refusal || error instanceof Unchecked;
    return { value: null, error: isOurs ? error : new Refusal(otherwise) };
  }
}

/** What a check found; throws why it has nothing. */
export function unwrap<T>(result: Result<T>): T {
  if (result.error) throw result.error;
  return result.value as T;
}

/** What an earlier check found; where it found nothing, this one can't be made for the same reason, or as it failed. */
export function needed<T>({ value, error }: Result<T>): T {
  if (error instanceof Unchecked) throw error;
  if (error) throw new Unchecked('dependsOnFailed');
  return value as T;
}

/** The result of a check in the report; `describe` gives the detail of a success. */
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

/** A name or sentence of a stranger for one line: no control characters, and not longer than that. */
export const printable = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd').slice(0, 200);
