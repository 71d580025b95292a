import type { Services } from '../context.ts';
import { fileViolations } from '../integrity/check-files.ts';
import { allRows } from '../integrity/run-pass.ts';
import type { Violation } from '../integrity/types.ts';
import { type UncertainEmail, uncertainEmails } from './find-uncertain-emails.ts';

export interface Reconciliation {
  /** All rows that violate an invariant; empty in a sound installation. */
  violations: Violation[];
  /** E-mails that may have been sent. A person decides whether to send them again. */
  uncertainEmails: UncertainEmail[];
}

/** Checks the platform's invariants on all stored data, and that nothing was changed outside Laurel. */
export async function reconcile(services: Services): Promise<Reconciliation> {
  const violations: Violation[] = [];
  for await (const found of allRows(services, async () => undefined)) violations.push(...found);
  for await (const found of fileViolations(services)) violations.push(...found);
  return { violations, uncertainEmails: await uncertainEmails(services) };
}
