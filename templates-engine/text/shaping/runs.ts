import type { FontRequest } from '../../fonts/faces.ts';
import type { Rgba } from '../../graphics/paint.ts';
import { isPlainLatin } from './plain-latin.ts';

/** Part of a text with its values, and with deviations from the style of the text. Lengths are in points at the full size of the text. */
export interface TextRun {
  text: string;
  font?: string;
  weight?: number;
  italic?: boolean;
  size?: number;
  color?: Rgba;
  underline?: boolean;
  letterSpacing?: number;
  /** Address with http, https or mailto. */
  link?: string;
}

/** Style of the characters of a run. Equal styles of a text are the same object. */
export interface RunStyle {
  font: FontRequest;
  /** Size as a factor of the text's size. All sizes shrink by the same factor. */
  scale: number;
  /** Letter spacing in points. */
  letterSpacing: number;
  /** Null for the colour of the text. */
  color: Rgba | null;
  underline: boolean;
  link: string | null;
}

/** Characters with the same style. */
export interface StyledText {
  text: string;
  style: RunStyle;
}

/** Defaults for members that a run does not set. */
interface BaseStyle {
  font: FontRequest;
  size: number;
  letterSpacing: number;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Returns a text as runs with complete styles. A grapheme has one style, that of its start. */
export function styledRuns(content: string | readonly TextRun[], base: BaseStyle): StyledText[] {
  if (typeof content === 'string') return [{ text: content, style: styleOf({ text: content }, base) }];
  const known = new Map<string, RunStyle>();
  const runs = content.map((run): StyledText => {
    const style = styleOf(run, base);
    const key = JSON.stringify(style);
    const same = known.get(key) ?? style;
    known.set(key, same);
    return { text: run.text, style: same };
  });
  const shown = joinEqual(runs.filter(({ text }) => text !== ''));
  const [first] = runs;
  if (shown.length === 0) return [{ text: '', style: first?.style ?? styleOf({ text: '' }, base) }];
  return shown.length === 1 ? shown : atGraphemes(shown);
}

const styleOf = (run: TextRun, { font, size, letterSpacing }: BaseStyle): RunStyle => ({
  font: {
    ...font,
    family: run.font ?? font.family,
    weight: run.weight ?? font.weight,
    italic: run.italic ?? font.italic,
  },
  scale: run.size === undefined ? 1 : run.size / size,
  letterSpacing: run.letterSpacing ?? letterSpacing,
  color: run.color ?? null,
  underline: run.underline ?? false,
  link: run.link ?? null,
});

function joinEqual(runs: readonly StyledText[]): StyledText[] {
  const joined: { style: RunStyle; texts: string[] }[] = [];
  for (const { text, style } of runs) {
    const last = joined.at(-1);
    if (last?.style === style) last.texts.push(text);
    else joined.push({ style, texts: [text] });
  }
  return joined.map(({ style, texts }) => ({ style, text: texts.join('') }));
}

/** Moves the boundaries of runs to grapheme boundaries (UAX 29), so that marks and joined emoji stay together. */
function atGraphemes(runs: readonly StyledText[]): StyledText[] {
  if (runs.every(({ text }) => isPlainLatin(text))) return [...runs];
  const parted: { style: RunStyle; text: string }[] = [];
  let [index, end] = [0, runs[0]?.text.length ?? 0];
  for (const { segment, index: at } of graphemes.segment(runs.map(({ text }) => text).join(''))) {
    while (at >= end && index < runs.length - 1) end += runs[++index]?.text.length ?? 0;
    const style = runs[index]?.style;
    const last = parted.at(-1);
    if (!style) break;
    if (last?.style === style) last.text += segment;
    else parted.push({ style, text: segment });
  }
  return parted;
}

/** Returns the style of the character at a position of a paragraph, or the style that a new character there would have. */
export const styleAt = (
  { styles, style }: { styles: readonly RunStyle[]; style: RunStyle },
  position: number,
): RunStyle => styles[position] ?? styles.at(-1) ?? style;

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;

/** Replaces line ends in a text by spaces. */
export function onOneLine(content: string | readonly TextRun[]): string | readonly TextRun[] {
  const join = (text: string) => text.split(LINE_END).join(' ');
  return typeof content === 'string' ? join(content) : content.map((run) => ({ ...run, text: join(run.text) }));
}

/** Runs of a paragraph, and its style if it has no characters. */
export interface StyledParagraph {
  runs: StyledText[];
  style: RunStyle;
}

/** Splits a text into paragraphs at its line ends. */
export function splitParagraphs(runs: readonly StyledText[]): StyledParagraph[] {
  const paragraphs: StyledParagraph[] = [];
  for (const { text, style } of runs) {
    for (const [index, line] of text.split(LINE_END).entries()) {
      if (index > 0 || paragraphs.length === 0) paragraphs.push({ runs: [], style });
      if (line !== '') paragraphs.at(-1)?.runs.push({ text: line, style });
    }
  }
  return paragraphs;
}
