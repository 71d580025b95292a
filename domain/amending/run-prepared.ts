import { refusal } from '../errors.ts';

/** Attempts to prepare and apply a change while others change the same certificate. */
const ATTEMPTS = 5;

/** Thrown in a transaction that finds another state than the change was prepared for. */
export class StaleError extends Error {}

/** Runs a change until it is applied to the state that it was prepared for. CONFLICT `just_changed` if others were first each time. */
export async function runPrepared<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let left = ATTEMPTS; left > 0; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StaleError)) throw error;
    }
  }
  throw refusal('just_changed');
}
