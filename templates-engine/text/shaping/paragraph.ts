import type { Face } from '../../fonts/faces.ts';
import { hanLanguage, hanStyle } from '../../fonts/han-style.ts';
import { embeddingLevels } from './embedding-levels.ts';
import { type FallbackWord, facesOf, plainFacesOf } from './faces-of-text.ts';
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
  /** Words in another family than that of their style. */
  fallbacks: readonly FallbackWord[];
  /** Style of a paragraph without characters. */
  style: RunStyle;
  /** Language that the design sets (BCP 47). */
  language: string | null;
  /** Language in whose forms Han characters are drawn (BCP 47); null for text without East Asian characters. */
  hanLanguage: string | null;
}

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
  const scripts = isPlain ? [] : scriptsOf(text);
  const plain = isPlain ? plainFacesOf(text, styles) : null;
  const han = plain ? null : hanStyle(marked, language);
  const chosen = plain ? { faces: plain, fallbacks: [] } : facesOf(text, styles, scripts, han);
  return { text, levels, scripts, styles, ...chosen, style, language, hanLanguage: han && hanLanguage(han, language) };
}

/** Returns the characters without a glyph in any font. */
export function unsupported(paragraph: Paragraph): string[] {
  if (!paragraph.faces.includes(null)) return [];
  const missing = [...graphemes.segment(paragraph.text)].filter(({ index }) => paragraph.faces[index] === null);
  return [...new Set(missing.map(({ segment }) => segment))];
}
