import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../domain/context.ts';
import { runExpiries } from '../domain/expiry/run.ts';
import { reportOnce } from './report-once.ts';

/** Pause in ms between looks for due notices. */
const LOOK_MS = 5_000;

/** Records the notices of expiring certificates as they fall due. Returns a function that stops it after the current page. */
export function startExpiries(services: Services, onError: (error: unknown) => void): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const report = reportOnce(onError);
  const run = async () => {
    while (!signal.aborted) {
      await runExpiries(services, signal).catch((error: unknown) => report(error));
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const ended = run();
  return async () => {
    stopping.abort();
    await ended;
  };
}
