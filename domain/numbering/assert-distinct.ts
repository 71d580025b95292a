import { partsOf } from './rules.ts';

/** Character of a pattern: one literal, a digit, or any number of digits. */
type Step = { char: string } | { char: null; repeats: boolean };

/** Returns true if two patterns can make the same number. A serial matches any digits, at least as many as its width. */
export function canCollide(one: string, other: string): boolean {
  const [left, right] = [stepsOf(one), stepsOf(other)];
  const seen = new Set<string>();
  const reaches = (at: number, to: number): boolean => {
    const key = `${at} ${to}`;
    if (seen.has(key)) return false;
    seen.add(key);
    if (at === left.length && to === right.length) return true;
    const [first, second] = [left[at], right[to]];
    // A repetition can end without another digit.
    if (first && repeats(first) && reaches(at + 1, to)) return true;
    if (second && repeats(second) && reaches(at, to + 1)) return true;
    if (!first || !second || !meets(first, second)) return false;
    return reaches(repeats(first) ? at : at + 1, repeats(second) ? to : to + 1);
  };
  return reaches(0, 0);
}

const repeats = (step: Step): boolean => step.char === null && step.repeats;

const meets = (one: Step, other: Step): boolean => {
  if (one.char === null) return other.char === null || /\d/.test(other.char);
  return other.char === null ? /\d/.test(one.char) : one.char === other.char;
};

const digits = (count: number): Step[] => Array.from({ length: count }, () => ({ char: null, repeats: false }));

const stepsOf = (pattern: string): Step[] =>
  (partsOf(pattern) ?? []).flatMap((part): Step[] => {
    if ('text' in part) return [...part.text].map((char) => ({ char }));
    if ('width' in part) return [...digits(part.width), { char: null, repeats: true }];
    return digits(part.unit === 'year' ? 4 : 2);
  });
