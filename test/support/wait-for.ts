import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

interface Limits {
  everyMs?: number;
  /** Shorter than a test's own limit, so that a failure names the wait. */
  limitMs?: number;
}

const LIMIT_MS = process.env.FAULTS === 'long' ? 30 * 60_000 : 120_000;

/**
 * Reads until a value satisfies the condition, and resolves to it. Fails at the limit with the awaited condition and the last value. The
 * last reading begins after the limit, so a busy machine alone causes no failure.
 */
export async function waitFor<T, Held extends T = T>(
  condition: string,
  read: () => T | Promise<T>,
  holds: ((value: T) => value is Held) | ((value: T) => boolean) = Boolean,
  { everyMs = 50, limitMs = LIMIT_MS }: Limits = {},
): Promise<Held> {
  for (const start = performance.now(); ; await sleep(everyMs)) {
    const isLast = performance.now() - start >= limitMs;
    const value = await read();
    if (holds(value)) return value as Held;
    if (isLast) throw new Error(`waited ${limitMs / 1000} s for ${condition}; last seen: ${shown(value)}`);
  }
}

const shown = (value: unknown): string =>
  inspect(value, { depth: 4, breakLength: Number.POSITIVE_INFINITY }).slice(0, 1000);

/** Waits until a started program answers. Fails at once if it ends before, for example because another program took its port. */
export async function waitForProgram(
  name: string,
  program: ChildProcess,
  answers: () => Promise<boolean>,
): Promise<void> {
  await waitFor(`an answer of ${name}`, async () => {
    const { exitCode, signalCode } = program;
    if (exitCode !== null || signalCode !== null)
      throw new Error(`${name} ended (${exitCode ?? signalCode}) before it answered: its port may be taken`);
    return answers();
  });
}
