import type { FontRequest } from '../fonts/faces.ts';
import type { Rgba } from '../graphics/paint.ts';
import { isPlainLatin } from './plain-latin.ts';

/** A part of a text, filled in, with what is not as in the rest of it. Lengths are points, at the text's full size. */
export interface TextRun {
  text: string;
  font?: string;
  weight?: number;
  italic?: boolean;
  size?: number;
  color?: Rgba;
  underline?: boolean;
  letterSpacing?: number;
  /** An http, https or mailto address. */
  link?: string;
}

/** How the characters of a run are set. Equal styles of a text are one object. */
export interface RunStyle {
  font: FontRequest;
  /** Its size as a factor of the text's: all sizes shrink by the same share. */
  scale: number;
  /** In points. */
  letterSpacing: number;
  /** null is the text's colour. */
  color: Rgba | null;
  underline: boolean;
  link: string | null;
}

/** Characters that are set alike. */
export interface StyledText {
  text: string;
  style: RunStyle;
}

/** What a run has where it says nothing. */
interface BaseStyle {
  font: FontRequest;
  size: number;
  letterSpacing: number;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A text as runs with complete styles. What a reader sees as one character has one style: that of its beginning. */
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

/** The same runs, parted between graphemes alone (UAX 29): a mark or a joined emoji is not torn from what it belongs to. */
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

/** The style of what stands at a position of a paragraph, or would be written there. */
export const styleAt = (
  { styles, style }: { styles: readonly RunStyle[]; style: RunStyle },
  position: number,
): RunStyle => styles[position] ?? styles.at(-1) ?? style;

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;

/** A text with spaces for line ends. */
export function onOneLine(content: string | readonly TextRun[]): string | readonly TextRun[] {
  const join = (text: string) => text.split(LINE_END).join(' ');
  return typeof content === 'string' ? join(content) : content.map((run) => ({ ...run, text: join(run.text) }));
}

/** The runs of one paragraph, and the style that it is written in where it has no characters. */
export interface StyledParagraph {
  runs: StyledText[];
  style: RunStyle;
}

/** The paragraphs of a text, parted at its line ends. */
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
