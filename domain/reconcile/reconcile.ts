import type { Services } from '../context.ts';
import { assetViolations } from './assets.ts';
import { batchViolations } from './batches.ts';
import { balanceViolations, debitViolations } from './credits.ts';
import { eventViolations } from './events.ts';
import { fileViolations } from './files.ts';
import { fontViolations } from './fonts.ts';
import { missingJobs } from './missing-jobs.ts';
import { type UncertainEmail, uncertainEmails } from './uncertain-emails.ts';
import type { Violation } from './violation.ts';

export interface Reconciliation {
  /** Every row that violates an invariant; none in a sound installation. */
  violations: Violation[];
  /** E-mails of which nobody knows whether they went out: for a person to decide. */
  uncertainEmails: UncertainEmail[];
}

/** Checks the invariants of the platform against all that is stored. */
export async function reconcile(services: Services): Promise<Reconciliation> {
  const checks = [
    ...[balanceViolations, debitViolations, fileViolations, assetViolations, fontViolations],
    ...[batchViolations, eventViolations, missingJobs],
  ];
  const violations: Violation[] = [];
  for (const check of checks) violations.push(...(await check(services)));
  return { violations, uncertainEmails: await uncertainEmails(services) };
}
