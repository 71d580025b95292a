import { toRgba } from '../../graphics/paint.ts';
import { closeGaps } from '../../text/close-gaps.ts';
import { fill, isVerificationAddress, parsePlaceholders, type TextPart, variablesOf } from '../../text/placeholders.ts';
import { RIGHT_TO_LEFT } from '../../text/shaping/embedding-levels.ts';
import { isolate } from '../../text/shaping/paragraph.ts';
import type { TextRun } from '../../text/shaping/runs.ts';
import type { ShownValues } from '../../text/values.ts';
import { type Reading, readText } from '../shared/reading.ts';
import { fillLink } from './links.ts';
import type { Run, TextElement } from './schema.ts';

type StyledRun = Exclude<Run, string>;

/** Returns the runs of a text, including those without a style. */
const runsOf = ({ text }: Pick<TextElement, 'text'>): readonly StyledRun[] =>
  (typeof text === 'string' ? [text] : text).map((run) => (typeof run === 'string' ? { text: run } : run));

export const textsOf = (element: TextElement): string[] => runsOf(element).map(({ text }) => text);

/** Returns the readings of texts and links. */
export const readingsOf = ({ text }: TextElement): Reading[] =>
  typeof text === 'string'
    ? readText('text', text)
    : text.flatMap((run, index) =>
        typeof run === 'string'
          ? readText(`text[${index}]`, run)
          : [...readText(`text[${index}].text`, run.text), ...readText(`text[${index}].link`, run.link)],
      );

/** Returns the families that a text names, each with the member that names it. */
export const fontsOf = (element: TextElement): { member: string; family: string }[] => [
  { member: 'font', family: element.font },
  ...runsOf(element).flatMap(({ font }, index) =>
    font === undefined ? [] : [{ member: `text[${index}].font`, family: font }],
  ),
];

/** Returns the variables of links, which are not part of the visible text. */
export const linkVariablesOf = (element: TextElement): string[] =>
  runsOf(element).flatMap(({ link = '' }) => variablesOf(parsePlaceholders(link) ?? []));

/** Link that is not a valid address with its values. */
export interface BrokenLink {
  variable: string | undefined;
}

/**
 * Returns the runs of a text filled with values, with the white space around empty values closed. Next to right-to-left text, each value
 * keeps its own order (UAX 9, isolates), so that dates and numbers in Arabic text read as given.
 */
export function fillRuns(
  element: TextElement,
  values: ShownValues,
): { content: string | TextRun[]; brokenLink: BrokenLink | null } {
  const sources = runsOf(element).map((run) => ({ run, parts: parsePlaceholders(run.text) ?? [{ text: run.text }] }));
  const parts = sources.flatMap((source) => source.parts);
  const filled = parts.map((part) => ({ text: fill([part], values), isValue: 'variable' in part }));
  const texts = element.keepSpaces ? filled.map(({ text }) => text) : closeGaps(filled);
  const isIsolated = parts.length > 1 && texts.some((text) => RIGHT_TO_LEFT.test(text));
  const shown = (part: TextPart, index: number): string => {
    const text = texts[index] ?? '';
    return isIsolated && 'variable' in part ? isolate(text) : text;
  };
  if (typeof element.text === 'string' && !parts.some(leadsToVerification))
    return { content: parts.map(shown).join(''), brokenLink: null };
  let at = 0;
  let brokenLink: BrokenLink | null = null;
  const content = sources.flatMap(({ run, parts: own }): TextRun[] => {
    const { color, link: source, text: _, ...style } = run;
    const link = source === undefined ? undefined : fillLink(source, values);
    if (link === null) brokenLink ??= { variable: variablesOf(parsePlaceholders(source ?? '') ?? [])[0] };
    return own.map((part) => ({
      ...style,
      text: shown(part, at++),
      ...(color !== undefined && { color: toRgba(color) }),
      link: (leadsToVerification(part) && source === undefined ? fill([part], values) : link) || undefined,
    }));
  });
  return { content, brokenLink };
}

/** Returns true for an address of the verification page. Text that shows it becomes a link. */
const leadsToVerification = (part: TextPart): boolean => 'variable' in part && isVerificationAddress(part.variable);
