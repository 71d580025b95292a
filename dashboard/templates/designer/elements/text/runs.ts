import { plainTextOf, TEXT_DEFAULTS } from '../../../../../templates-engine/elements/text/properties.ts';
import type { ElementOf } from '../../model/design.ts';
import type { TextRange } from '../../model/text-range.ts';

type TextElement = ElementOf<'text'>;
type Content = TextElement['text'];
export type Run = Exclude<Exclude<Content, string>[number], string>;
/** Style members that can differ in a part of a text. */
export type RunStyle = Omit<Run, 'text'>;

/** Members that the text itself has, too. */
const LIFTED = ['font', 'weight', 'italic', 'size', 'color', 'letterSpacing'] as const;

export const runsOf = (text: Content): Run[] =>
  (typeof text === 'string' ? [text] : text).map((run) => (typeof run === 'string' ? { text: run } : run));

export const styleOf = ({ text: _, ...style }: Run): RunStyle => style;

const isSameStyle = (a: Run, b: Run): boolean => {
  const members = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof Run>;
  members.delete('text');
  return [...members].every((member) => a[member] === b[member]);
};

/** Returns runs without empty ones. Adjacent runs with equal styles are merged, and runs without a style become strings. */
function asContent(runs: readonly Run[]): Content {
  const merged: Run[] = [];
  for (const run of runs) {
    const before = merged.at(-1);
    if (run.text === '') continue;
    if (before && isSameStyle(before, run)) merged[merged.length - 1] = { ...before, text: before.text + run.text };
    else merged.push(run);
  }
  const isPlain = (run: Run) => Object.keys(run).length === 1;
  if (merged.every(isPlain)) return merged.map(({ text }) => text).join('');
  return merged.map((run) => (isPlain(run) ? run.text : run));
}

/** Returns the runs before, inside and after a range. */
function cut(runs: readonly Run[], { start, end }: TextRange): [before: Run[], inside: Run[], after: Run[]] {
  const parts: [Run[], Run[], Run[]] = [[], [], []];
  let at = 0;
  for (const run of runs) {
    const piece = (from: number, to: number) => ({
      ...run,
      text: run.text.slice(Math.max(0, from - at), Math.max(0, to - at)),
    });
    const until = at + run.text.length;
    parts[0].push(piece(at, Math.min(until, start)));
    parts[1].push(piece(Math.max(at, start), Math.min(until, end)));
    parts[2].push(piece(Math.max(at, end), until));
    at = until;
  }
  const filled = (part: Run[]) => part.filter(({ text }) => text !== '');
  return [filled(parts[0]), filled(parts[1]), filled(parts[2])];
}

/** Returns whether a range covers all of the text. A caret counts as all. */
const isWhole = ({ start, end }: TextRange, length: number): boolean => start === end || (start <= 0 && end >= length);

/**
 * Returns a text's members after a style change in a range; undefined removes a member. A style that applies to all of the text becomes the
 * text's own.
 */
export function withStyle(
  element: TextElement,
  range: TextRange,
  style: { [M in keyof RunStyle]?: RunStyle[M] | undefined },
): Partial<TextElement> {
  const runs = runsOf(element.text);
  const whole = isWhole(range, plainTextOf(element.text).length);
  const [before, inside, after] = whole ? [[], runs, []] : cut(runs, range);
  const own: Record<string, unknown> = {};
  const ofRuns: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(style)) {
    if (whole && (LIFTED as readonly string[]).includes(member)) own[member] = value;
    else ofRuns[member] = value;
  }
  const styled = inside.map((run) => {
    const next: Record<string, unknown> = { ...run, ...ofRuns };
    for (const member of Object.keys(own)) delete next[member];
    for (const member of Object.keys(ofRuns))
      if (next[member] === undefined || next[member] === ownValue(element, member)) delete next[member];
    return next as unknown as Run;
  });
  return { ...own, text: asContent([...before, ...styled, ...after]) };
}

/** Returns the text's own value of a member. A run with the same value omits it. */
const ownValue = (element: TextElement, member: string): unknown =>
  element[member as keyof TextElement] ?? { ...TEXT_DEFAULTS, underline: false }[member as 'color'];

/** Returns the text with a range replaced. The inserted text takes the style of the text before it. */
export function withText(text: Content, range: TextRange, inserted: string): Content {
  const [before, inside, after] = cut(runsOf(text), range);
  const { text: _, ...style } = inside[0] ?? before.at(-1) ?? after[0] ?? { text: '' };
  return asContent([...before, { ...style, text: inserted }, ...after]);
}

/** Returns the content of runs that were read from the page. */
export const contentOfRuns = (runs: readonly Run[]): Content => asContent(runs);

/** Returns the style at the start of a range, including the text's own. */
export function styleAt(element: TextElement, { start, end }: TextRange): RunStyle {
  const runs = runsOf(element.text);
  const [before, inside, after] = cut(runs, { start, end });
  const { text: _, ...style } = inside[0] ?? before.at(-1) ?? after[0] ?? { text: '' };
  const { font, weight, italic, size, color, letterSpacing } = { ...TEXT_DEFAULTS, ...element };
  return { font, weight, italic, size, color, letterSpacing, ...style };
}
