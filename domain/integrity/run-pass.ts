import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../context.ts';
import { verifyLog } from '../log/verify-log.ts';
import { isSandbox } from '../shared/ids.ts';
import { accountViolations } from './check-accounts.ts';
import { addressViolations } from './check-addresses.ts';
import { batchViolations } from './check-batches.ts';
import { certificateViolations } from './check-certificates.ts';
import { chainViolations } from './check-chains.ts';
import { changeViolations } from './check-changes.ts';
import {
  allowanceViolations,
  balanceViolations,
  debitViolations,
  importViolations,
  orphanedDebits,
} from './check-credits.ts';
import { eventRowViolations, eventViolations } from './check-events.ts';
import { expiryRowViolations, expiryViolations } from './check-expiries.ts';
import { fileViolations } from './check-files.ts';
import { numberViolations } from './check-numbers.ts';
import { renewalViolations } from './check-renewals.ts';
import { rowViolations } from './check-rows.ts';
import { missingJobs } from './find-missing-jobs.ts';
import { onePage, readable } from './read-values.ts';
import { recordPass } from './record-findings.ts';
import type { Check, PassName, Violation } from './types.ts';

/** Ratio of rest to work, so that a pass uses at most 2 % of a core. */
const REST = 49;
/** Longest rest, so that one slow page does not delay a pass much. */
const MAX_REST_MS = 10 * 60_000;

/**
 * Yields the violations in all rows that grant access, send, sign or decide something, certificates first. Then checks the invariants
 * between rows, and the log. Those of sandboxes are left out, because they keep only a part of their data.
 */
export async function* allRows(services: Services, pace: () => Promise<void>): Check {
  for await (const page of everything(services, pace))
    yield page.filter(({ organisationId }) => organisationId === null || !isSandbox(organisationId));
}

async function* everything(services: Services, pace: () => Promise<void>): Check {
  for (const check of [
    certificateViolations,
    rowViolations,
    eventRowViolations,
    expiryRowViolations,
    accountViolations,
    chainViolations,
    changeViolations,
  ])
    yield* readable(check.name, check(services));
  for (const check of [
    addressViolations,
    balanceViolations,
    debitViolations,
    orphanedDebits,
    importViolations,
    allowanceViolations,
    batchViolations,
    eventViolations,
    expiryViolations,
    numberViolations,
    renewalViolations,
    missingJobs,
  ])
    yield* readable(check.name, onePage(check(services)));
  yield* readable('verifyLog', onePage(logViolations(services, pace)));
}

async function logViolations(services: Services, pace: () => Promise<void>): Promise<Violation[]> {
  const { findings } = await verifyLog(services, [], pace);
  return findings.map(({ message }) => ({ invariant: 'log', organisationId: null, id: null, message }));
}

/**
 * Runs a pass at low processor use and records its findings as they appear. Calls `onPage` after each page of rows, to keep the turn. If
 * `onPage` throws, the pass ends.
 */
export async function runPass(
  services: Services,
  name: PassName,
  { signal, onPage }: { signal: AbortSignal; onPage: () => Promise<void> },
): Promise<void> {
  const startedAt = services.now();
  let since = performance.now();
  const pace = async () => {
    const worked = performance.now() - since;
    await onPage();
    await sleep(Math.min(worked * REST, MAX_REST_MS), undefined, { signal });
    since = performance.now();
  };
  const pass = recordPass(services, name, startedAt);
  const check = name === 'rows' ? allRows(services, pace) : fileViolations(services);
  for await (const violations of check) {
    await pass.found(violations);
    await pace();
  }
  await pass.end();
}
