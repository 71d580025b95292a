/** What is checked of a certificate; each is reported for itself. */
export const CHECKS = ['pdfSignature', 'credential', 'status', 'file', 'log', 'head'] as const;
export type CheckName = (typeof CHECKS)[number];

export type Outcome = 'verified' | 'failed' | 'not checkable';

/** Why a check came out as it did; `texts/` has a sentence for each. */
export type Reason = Verified | Failed | NotCheckable;

export type Verified = 'pdfSigned' | 'credentialSigned' | 'notRevoked' | 'sealed' | 'logged' | 'consistent';

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
  | 'entriesMalformed'
  | 'statementWrong'
  | 'leafWrong'
  | 'inclusionWrong'
  | 'checkpointWrong'
  | 'headWrong'
  | 'forked'
  | 'keyDistrusted'
  | 'linkWrong';

export type NotCheckable =
  | 'offline'
  | 'noTrust'
  | 'notTrusted'
  | 'unreachable'
  | 'notLoggedYet'
  | 'noFile'
  | 'dependsOnFailed'
  | 'dependsOnLog'
  | 'logKeyDistrusted'
  | 'noRoom';

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

/** Throws the refusal unless the condition holds. */
export function ensure(condition: unknown, reason: Failed, detail: string | null = null): asserts condition {
  if (!condition) throw new Refusal(reason, detail);
}

/** The check's result where it was refused, or could not be made; any other error goes through. */
export function checkOf(check: CheckName, error: unknown): Check {
  if (error instanceof Refusal) return { check, outcome: 'failed', reason: error.reason, detail: error.detail };
  if (error instanceof Unchecked)
    return { check, outcome: 'not checkable', reason: error.reason, detail: error.detail };
  throw error;
}

/** A name or sentence of a stranger for one line: no control characters, and not longer than that. */
export const printable = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd').slice(0, 200);
