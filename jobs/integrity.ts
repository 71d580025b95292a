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

/**
 * Authenticates the heads of chains about once a second and checks the integrity of stored data. Each check runs in one process at a time:
 * rows some seconds after the start and then every hour, stored files every 30 days. Returns a function that stops it.
 */
export function startIntegrityChecks(services: Services, onError: (error: unknown) => void): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const report = reportOnce(onError);
  const holder = randomUUID();
  const repeat = async (pause: number, work: () => Promise<void>) => {
    while (!signal.aborted) {
      await work().catch((error: unknown) => {
        if (!signal.aborted) report(error);
      });
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  };
  let isFirst = true;
  const loops = [
    repeat(SEAL_MS, async () => {
      for (const organisationId of await sealChains(services))
        report(new Error(`the audit log or the ledger of organisation ${organisationId} was changed outside Laurel`));
    }),
    sleep(FIRST_MS, undefined, { signal })
      .catch(() => undefined)
      .then(() =>
        repeat(LOOK_MS, async () => {
          await checkIfDue(services, 'rows', { holder, isFirst, signal });
          isFirst = false;
          await checkIfDue(services, 'files', { holder, isFirst: false, signal });
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

interface Turn {
  holder: string;
  isFirst: boolean;
  signal: AbortSignal;
}

async function checkIfDue(services: Services, pass: PassName, { holder, isFirst, signal }: Turn): Promise<void> {
  if (!(await takeTurn(services, pass, { holder, isFirst }))) return;
  const keepTurn = async () => {
    signal.throwIfAborted();
    if (!(await takeTurn(services, pass, { holder, isFirst: false }))) throw new LostTurn();
  };
  try {
    await runPass(services, pass, { signal, onPage: keepTurn });
  } catch (error) {
    if (!(error instanceof LostTurn)) throw error;
  } finally {
    await endTurn(services, pass, holder);
  }
}
