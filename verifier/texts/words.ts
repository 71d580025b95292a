import type { Check, CheckName, Outcome, Reason } from '../check.ts';
import type { Report } from '../report.ts';

/** Sentence for each plural form of the language (Unicode CLDR): `one`, `few`, `many`, `other`. */
type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Texts of reports in one language. `{}` in a reason is replaced by its detail. */
export interface Words {
  /** BCP 47. */
  language: string;
  outcomes: Record<Outcome, string>;
  checks: Record<CheckName, string>;
  reasons: Record<Exclude<Reason, CountedReason>, string> & Record<CountedReason, Counted>;
  /** Added to the reason of a PNG's file check that could not be made. */
  pictureNotChecked: string;
  /** Verdicts on the report as a whole. */
  verdicts: Record<Outcome, [title: string, text: string]>;
}

/** Reasons whose detail is a count. */
type CountedReason = 'consistent' | 'forked';

/** Returns the sentence of a check's reason. */
export function sentence({ language, reasons }: Words, reason: Reason, detail: string | null): string {
  const words = reasons[reason];
  if (typeof words === 'string') return words.replace('{}', () => detail ?? '–');
  const count = Number(detail);
  const form = words[new Intl.PluralRules(language).select(count)] ?? words.other;
  return form.replace('{}', () => new Intl.NumberFormat(language).format(count));
}

/** Returns the text of a check in a report. For a PNG it adds that the picture itself is unsigned, if that matters. */
export function messageOf(words: Words, kind: Report['kind'], { check, outcome, reason, detail }: Check): string {
  const said = sentence(words, reason, detail);
  const isUnchecked = kind === 'png' && check === 'file' && outcome === 'not checkable';
  return isUnchecked ? `${said} ${words.pictureNotChecked}` : said;
}
