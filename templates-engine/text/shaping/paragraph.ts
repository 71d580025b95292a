import { type Face, type FontRequest, faceFor, plainFaces } from '../../fonts/faces.ts';
import { hanStyle } from '../../fonts/han-style.ts';
import { embeddingLevels } from './embedding-levels.ts';
import { isPlainLatin } from './plain-latin.ts';
import type { RunStyle, StyledParagraph } from './runs.ts';
import { scriptsOf } from './scripts.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Paragraph with the embedding level, script, style and face of each UTF-16 unit. A face is null if no font has the character. */
export interface Paragraph {
  text: string;
  levels: Uint8Array;
  /** Scripts (ISO 15924); empty for plain Latin text. */
  scripts: readonly (string | null)[];
  styles: readonly RunStyle[];
  faces: (Face | null)[];
  /** Style of a paragraph without characters. */
  style: RunStyle;
  /** Language that the design sets (BCP 47). */
  language: string | null;
}

const SPACE = /^\s$/u;

/** Optional hyphenation point. The hyphen appears if a line ends there. */
export const SOFT_HYPHEN = '\u00AD';
export const HYPHEN = '-';

/** Isolate controls (UAX 9). They affect the order of the surrounding text and are not drawn. */
const ISOLATES = /[\u2066-\u2069]/g;
export const isolate = (text: string): string => `\u2068${text}\u2069`;

/** Resolves the embedding level (UAX 9) and face of every UTF-16 unit of a paragraph, once for all its lines. */
export function analyse({ runs, style }: StyledParagraph, language: string | null): Paragraph {
  const marked = runs.map(({ text }) => text).join('');
  const isPlain = isPlainLatin(marked);
  const all = isPlain ? new Uint8Array(marked.length) : embeddingLevels(marked).levels;
  const marks = runs.flatMap((run): RunStyle[] => new Array(run.text.length).fill(run.style));
  const text = isPlain ? marked : marked.replaceAll(ISOLATES, '');
  const isShown = (_: unknown, index: number) => !marked[index]?.match(ISOLATES);
  const levels = text === marked ? all : all.filter(isShown);
  const styles = text === marked ? marks : marks.filter(isShown);
  const faces = isPlain ? facesOfPlain(text, styles) : facesOf(text, styles, hanStyle(marked, language));
  const scripts = isPlain ? [] : scriptsOf(text);
  return { text, levels, scripts, styles, faces, style, language };
}

function facesOf(text: string, styles: readonly RunStyle[], han: FontRequest['han']): Paragraph['faces'] {
  const faces: (Face | null)[] = new Array(text.length).fill(null);
  let previous: { face: Face | null; style: RunStyle; request: FontRequest } | undefined;
  for (const { segment, index } of graphemes.segment(text)) {
    const style = styles[index];
    if (!style) break;
    const isSame: boolean = previous?.style === style;
    const request: FontRequest = isSame && previous ? previous.request : { ...style.font, han };
    // A space keeps the face of its word, so that the run of the word is not split. Spaces of an emoji font would be too wide.
    const kept = isSame && previous?.face && !previous.face.layers && SPACE.test(segment) ? previous.face : null;
    const face: Face | null = kept?.characters.has(segment.codePointAt(0) ?? 0)
      ? kept
      : faceFor(segment === SOFT_HYPHEN ? HYPHEN : segment, request);
    faces.fill(face, index, index + segment.length);
    previous = { face, style, request };
  }
  return faces;
}

/** Returns the faces of plain Latin text, in which each character is a grapheme. */
function facesOfPlain(text: string, styles: readonly RunStyle[]): Paragraph['faces'] {
  const faces: (Face | null)[] = new Array(text.length).fill(null);
  const byStyle = new Map<RunStyle, (letter: string) => Face | null>();
  let [previous, faceOf]: [RunStyle?, ((letter: string) => Face | null)?] = [];
  for (const [index, style] of styles.entries()) {
    const letter = text[index] ?? '';
    const face = style === previous ? faces[index - 1] : null;
    if (style !== previous || !faceOf) {
      faceOf = byStyle.get(style) ?? plainFaces({ ...style.font, han: null });
      byStyle.set(style, faceOf);
      previous = style;
    }
    const isKept = face && !face.layers && SPACE.test(letter) && face.characters.has(letter.charCodeAt(0));
    faces[index] = isKept ? face : faceOf(letter);
  }
  return faces;
}

/** Returns the characters without a glyph in any font. */
export function unsupported(paragraph: Paragraph): string[] {
  if (!paragraph.faces.includes(null)) return [];
  const missing = [...graphemes.segment(paragraph.text)].filter(({ index }) => paragraph.faces[index] === null);
  return [...new Set(missing.map(({ segment }) => segment))];
}
