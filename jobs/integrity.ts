import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sealChains } from '../domain/audit/seal-chains.ts';
import type { Services } from '../domain/context.ts';
import { runPass } from '../domain/integrity/run-pass.ts';
import { endTurn, takeTurn } from '../domain/integrity/take-turn.ts';
import type { PassName } from '../domain/integrity/types.ts';
import { reportOnce } from './report-once.ts';

const SEAL_MS = 1_000;
/** Delay in ms of the first pass, so that waiting work of a new process comes first. */
const FIRST_MS = 5_000;
/** Interval in ms between checks whether a pass is due. */
const LOOK_MS = 60_000;
/** Time in ms after which a process checks rows itself. In a day, each of several processes usually gets a turn. */
const LONGEST_MS = 26 * 60 * 60_000;

/**
 * Authenticates the heads of chains about once a second and checks the integrity of stored data. Each check runs in one process at a time:
 * rows some seconds after the start and then every hour, stored files every 30 days. Returns a function that stops it.
 */
export function startIntegrityChecks(services: Services, onError: (error: unknown) => void): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const report = reportOnce(onError);
  const repeat = async (pause: number, work: () => Promise<void>) => {
    while (!signal.aborted) {
      await work().catch((error: unknown) => {
        if (!signal.aborted) report(error);
      });
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  };
  const checkIfDue = passRunner(services, signal);
  const loops = [
    repeat(SEAL_MS, async () => {
      for (const organisationId of await sealChains(services))
        report(new Error(`the audit log or the ledger of organisation ${organisationId} was changed outside Laurel`));
    }),
    sleep(FIRST_MS, undefined, { signal })
      .catch(() => undefined)
      .then(() =>
        repeat(LOOK_MS, async () => {
          await checkIfDue('rows');
          await checkIfDue('files');
        }),
      ),
  ];
  return async () => {
    stopping.abort();
    await Promise.all(loops);
  };
}

/** Error for a pass that a newly started process has taken over. */
class LostTurn extends Error {}

/**
 * Returns a function that runs a pass if it is due. A process that has checked no rows for 26 h does so without a turn. By SQL, an attacker
 * can always claim that another process has the turn, or has just ended a pass.
 */
export function passRunner(services: Services, signal: AbortSignal): (pass: PassName) => Promise<void> {
  const holder = randomUUID();
  let checkedAt: number | undefined;
  const run = async (pass: PassName, keepTurn: () => Promise<void>) => {
    await runPass(services, pass, { signal, onPage: keepTurn });
    if (pass === 'rows') checkedAt = services.now().getTime();
  };
  const runInTurn = async (pass: PassName, isFirst: boolean) => {
    if (!(await takeTurn(services, pass, { holder, isFirst }))) return;
    const keepTurn = async () => {
      signal.throwIfAborted();
      if (!(await takeTurn(services, pass, { holder, isFirst: false }))) throw new LostTurn();
    };
    try {
      await run(pass, keepTurn);
    } catch (error) {
      if (!(error instanceof LostTurn)) throw error;
    } finally {
      await endTurn(services, pass, holder);
    }
  };
  return async (pass) => {
    const isFirst = pass === 'rows' && checkedAt === undefined;
    if (isFirst) checkedAt = services.now().getTime();
    if (pass === 'rows' && isOverdue(services, checkedAt)) return run(pass, async () => signal.throwIfAborted());
    await runInTurn(pass, isFirst);
  };
}

const isOverdue = (services: Services, since = 0): boolean => services.now().getTime() - since > LONGEST_MS;
