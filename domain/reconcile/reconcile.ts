import type { Services } from '../context.ts';
import { batchBreaches } from './batches.ts';
import type { Breach } from './breach.ts';
import { balanceBreaches, debitBreaches } from './credits.ts';
import { eventBreaches } from './events.ts';
import { fileBreaches } from './files.ts';
import { lostWork } from './lost-work.ts';
import { type UncertainEmail, uncertainEmails } from './uncertain-emails.ts';

export interface Reconciliation {
  /** Every row that breaks an invariant; none in a sound installation. */
  breaches: Breach[];
  /** E-mails of which nobody knows whether they went out: for a person to decide. */
  uncertainEmails: UncertainEmail[];
}

/** Checks the invariants of the platform against all that is stored. */
export async function reconcile(services: Services): Promise<Reconciliation> {
  const checks = [balanceBreaches, debitBreaches, fileBreaches, batchBreaches, eventBreaches, lostWork];
  const breaches: Breach[] = [];
  for (const check of checks) breaches.push(...(await check(services)));
  return { breaches, uncertainEmails: await uncertainEmails(services) };
}
