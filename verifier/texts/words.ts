import type { CheckName, Outcome, Reason } from '../check.ts';

/** What a report says, in a language. `{}` in a reason stands for its detail. */
export interface Words {
  outcomes: Record<Outcome, string>;
  checks: Record<CheckName, string>;
  reasons: Record<Reason, string>;
  /** The report as a whole. */
  verdicts: Record<Outcome, [title: string, text: string]>;
}

/** The sentence of a check's reason. */
export const sentence = (words: Words, reason: Reason, detail: string | null): string =>
  words.reasons[reason].replace('{}', () => detail ?? '–');
