import type { Check, Outcome } from './check.ts';
import type { Import } from './credential/credential.ts';
import type { Inputs } from './inputs.ts';
import type { CertificateFile } from './read-file.ts';

/** Result of all checks of a file. */
export interface Report {
  outcome: Outcome;
  kind: 'pdf' | 'png' | null;
  /** Hash that identifies the certificate on its public page and in the log; null if the file does not state it. */
  verificationHash: string | null;
  /** Content of the credential. Untrusted unless its check is verified. */
  certificate: {
    name: string;
    achievement: string;
    issuerName: string;
    issuer: string;
    /** Time of the issue, or of the import of a certificate that was issued elsewhere. */
    issuedAt: string;
    imported: Import | null;
  } | null;
  checks: Check[];
}

/** Summarises checks: `failed` if any failed, `verified` if all are. Unverified keys never lead to `verified`. */
export function summary({ foundAt }: Inputs, file: CertificateFile | null, checks: readonly Check[]): Report {
  const judged = foundAt === null ? [...checks] : checks.map((check) => withoutTrust(check, foundAt));
  const credential = file?.credential.value ?? null;
  return {
    outcome: worst(judged),
    kind: file?.kind ?? null,
    verificationHash: credential?.verificationHash ?? null,
    certificate: credential && {
      ...credential.said,
      issuer: credential.issuer,
      issuedAt: credential.validFrom.toISOString(),
    },
    checks: judged,
  };
}

const withoutTrust = (check: Check, foundAt: string): Check =>
  check.outcome === 'verified' ? { ...check, outcome: 'not checkable', reason: 'notTrusted', detail: foundAt } : check;

function worst(checks: readonly Check[]): Outcome {
  // Checks that depend on a failed one report it, too, so that a failure cannot get lost.
  if (checks.some(({ outcome, reason }) => outcome === 'failed' || reason === 'dependsOnFailed')) return 'failed';
  return checks.every(({ outcome }) => outcome === 'verified') ? 'verified' : 'not checkable';
}
