import type { Check, Outcome } from './check.ts';
import type { Means } from './means.ts';
import type { CertificateFile } from './read-file.ts';

/** What came of all checks of a file. */
export interface Report {
  outcome: Outcome;
  kind: 'pdf' | 'png' | null;
  /** By which the public page and the log know the certificate; null where the file doesn't say. */
  verificationHash: string | null;
  /** What the credential says; a stranger's words unless its check is verified. */
  certificate: { name: string; achievement: string; issuerName: string; issuer: string; issuedAt: string } | null;
  checks: Check[];
}

/** `failed` where a check failed, `verified` where all are: never by keys that nothing vouches for. */
export function summary({ foundAt }: Means, file: CertificateFile | null, checks: readonly Check[]): Report {
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
  // Whatever depends on a check that failed says so, too: a failure can't get lost on its way here.
  if (checks.some(({ outcome, reason }) => outcome === 'failed' || reason === 'dependsOnFailed')) return 'failed';
  return checks.every(({ outcome }) => outcome === 'verified') ? 'verified' : 'not checkable';
}
