import type { CheckName, Outcome, Reason } from '../check.ts';

/** A sentence for each form of a count that the language has (Unicode CLDR): `one`, `few`, `many`, `other`. */
type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** What a report says, in a language. `{}` in a reason stands for its detail. */
export interface Words {
  /** BCP 47. */
  language: string;
  outcomes: Record<Outcome, string>;
  checks: Record<CheckName, string>;
  reasons: Record<Exclude<Reason, CountedReason>, string> & Record<CountedReason, Counted>;
  /** The report as a whole. */
  verdicts: Record<Outcome, [title: string, text: string]>;
}

/** Reasons whose detail is a number of something. */
type CountedReason = 'consistent' | 'forked';

/** The sentence of a check's reason. */
export function sentence({ language, reasons }: Words, reason: Reason, detail: string | null): string {
  const words = reasons[reason];
  if (typeof words === 'string') return words.replace('{}', () => detail ?? '–');
  const count = Number(detail);
  const form = words[new Intl.PluralRules(language).select(count)] ?? words.other;
  return form.replace('{}', () => new Intl.NumberFormat(language).format(count));
}
