import type { Check, CheckName, Outcome, Reason } from '../check.ts';
import type { Report } from '../report.ts';

/** A sentence for each form of a count that the language has (Unicode CLDR): `one`, `few`, `many`, `other`. */
type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** What a report says, in a language. `{}` in a reason stands for its detail. */
export interface Words {
  /** BCP 47. */
  language: string;
  outcomes: Record<Outcome, string>;
  checks: Record<CheckName, string>;
  reasons: Record<Exclude<Reason, CountedReason>, string> & Record<CountedReason, Counted>;
  /** Follows the reason of a PNG's file check that could not be made. */
  pictureNotChecked: string;
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

/** Returns what a check of a report says. The picture of a PNG has no signature of its own, which is said where it matters. */
export function messageOf(words: Words, kind: Report['kind'], { check, outcome, reason, detail }: Check): string {
  const said = sentence(words, reason, detail);
  const isUnchecked = kind === 'png' && check === 'file' && outcome === 'not checkable';
  return isUnchecked ? `${said} ${words.pictureNotChecked}` : said;
}
