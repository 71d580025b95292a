import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../../../domain/errors.ts';
import { oneLine } from '../../../domain/shared/one-line.ts';
import { reasonOf } from '../reason.ts';

/** Parts of an installation, in the order of the report. */
export const PARTS = ['database', 'clock', 'keys', 'storage', 'mail', 'workers', 'log'] as const;
export type Part = (typeof PARTS)[number];

/**
 * State of a part. `warning` is a part that works, but not as a production needs it. `unchecked` is one that could not be looked at,
 * because of a part that is broken.
 */
type State = 'ok' | 'warning' | 'broken' | 'unchecked';

export interface Finding {
  state: State;
  /** One line without secrets: the facts of a part that works, or the fault with its remedy. */
  message: string;
}

export const ok = (message: string): Finding => ({ state: 'ok', message });
export const warning = (message: string): Finding => ({ state: 'warning', message });
export const broken = (message: string): Finding => ({ state: 'broken', message });
export const unchecked = (message: string): Finding => ({ state: 'unchecked', message });

const WEIGHT: Record<State, number> = { ok: 0, unchecked: 1, warning: 2, broken: 3 };

/** Returns the worst findings of a part as one: their state, and their messages in one line. */
export function worstOf(findings: readonly Finding[]): Finding {
  const weight = Math.max(...findings.map(({ state }) => WEIGHT[state]));
  const worst = findings.filter(({ state }) => WEIGHT[state] === weight);
  return { state: worst[0]?.state ?? 'ok', message: worst.map(({ message }) => message).join('; ') };
}

/** Runs a check. A failure is its finding, and so is a time limit in ms that passes. The check then continues, but nobody waits for it. */
export async function limited(
  check: () => Promise<Finding>,
  { ms, remedy }: { ms: number; remedy: string },
): Promise<Finding> {
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal }).then(
    () => broken(`no answer within ${ms / 1000} s: ${remedy}`),
    () => broken(''),
  );
  const found = check().catch((error: unknown) => broken(oneLine(failureOf(error))));
  const { state, message } = await Promise.race([found, late]);
  timer.abort();
  return { state, message: oneLine(message) };
}

/** Returns the reason of a failure. Adapters report the reason of a server in the error of the call, and a DomainError hides it. */
const failureOf = (error: unknown): string => {
  if (error instanceof DomainError && error.cause instanceof Error) return reasonOf(error.cause);
  return reasonOf(error);
};
