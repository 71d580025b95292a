import {
  type Face,
  type FontRequest,
  faceFor,
  familyFor,
  familyOfWord,
  isOfFamily,
  plainFaces,
} from '../../fonts/faces.ts';
import type { RunStyle } from './runs.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Optional hyphenation point. The hyphen appears if a line ends there. */
export const SOFT_HYPHEN = '\u00AD';
export const HYPHEN = '-';

const SPACE = /^\s$/u;
const LETTER = /^[\p{L}\p{M}]/u;
/** Punctuation that is part of a word if letters surround it, such as an apostrophe. */
const WITHIN_WORDS = /^[\p{P}\u00AD]/u;

/** Word in another family than that of its style. */
export interface FallbackWord {
  word: string;
  font: string;
  fallback: string;
}

/** Grapheme of a text, with the family of its word. The family is null if the grapheme belongs to no word in another font. */
interface Sign {
  segment: string;
  index: number;
  style: RunStyle;
  request: FontRequest;
  script: string | null | undefined;
  isLetter: boolean;
  family: string | null;
}

/**
 * Returns the face of each UTF-16 unit. A word has one family, so that a fallback does not change its look within it. The fonts of Han
 * characters, signs and emoji are chosen one by one.
 */
export function facesOf(
  text: string,
  styles: readonly RunStyle[],
  scripts: readonly (string | null)[],
  han: FontRequest['han'],
): { faces: (Face | null)[]; fallbacks: FallbackWord[] } {
  const signs = signsOf(text, styles, scripts, han);
  const fallbacks = wordsOf(signs).flatMap((word) => setWord(word) ?? []);
  const faces: (Face | null)[] = new Array(text.length).fill(null);
  let previous: { face: Face | null; style: RunStyle } | undefined;
  for (const { segment, index, style, request, family } of signs) {
    // A space keeps the face of its word, so that the run of the word is not split. Spaces of an emoji font would be too wide.
    const kept =
      previous?.style === style && previous.face && !previous.face.layers && SPACE.test(segment) ? previous.face : null;
    const shown = segment === SOFT_HYPHEN ? HYPHEN : segment;
    const face = kept?.characters.has(segment.codePointAt(0) ?? 0)
      ? kept
      : ((family === null ? null : faceFor(shown, request, family)) ?? faceFor(shown, request));
    faces.fill(face, index, index + segment.length);
    previous = { face, style };
  }
  return { faces, fallbacks };
}

function signsOf(
  text: string,
  styles: readonly RunStyle[],
  scripts: readonly (string | null)[],
  han: FontRequest['han'],
): Sign[] {
  const signs: Sign[] = [];
  let last: Sign | undefined;
  for (const { segment, index } of graphemes.segment(text)) {
    const style = styles[index];
    if (!style) break;
    const request: FontRequest = last?.style === style ? last.request : { ...style.font, han };
    const isLetter = LETTER.test(segment);
    last = { segment, index, style, request, script: scripts[index], isLetter, family: null };
    signs.push(last);
  }
  return signs;
}

/** Returns the words: letters of one script and font between spaces, with the punctuation within them. */
function wordsOf(signs: readonly Sign[]): Sign[][] {
  const words: Sign[][] = [];
  let word: Sign[] = [];
  let inner: Sign[] = [];
  for (const sign of signs) {
    const [first] = word;
    const goesOn = first?.script === sign.script && first?.request.family === sign.request.family;
    if (!sign.isLetter && WITHIN_WORDS.test(sign.segment)) {
      inner.push(sign);
      continue;
    }
    if (sign.isLetter && first && goesOn) word.push(...inner, sign);
    else word = sign.isLetter ? [sign] : [];
    if (word.length === 1) words.push(word);
    inner = [];
  }
  return words;
}

/** Chooses the family of a word. Returns the word if the family is not the requested one. */
function setWord(word: readonly Sign[]): FallbackWord | null {
  const letters = word.filter(({ isLetter }) => isLetter);
  const [first] = letters;
  const font = first?.request.family;
  const lacking = letters.find(({ segment, request }) => familyFor(segment, request) !== font);
  if (!first || !font || !lacking) return null;
  const own = familyFor(lacking.segment, lacking.request);
  const family =
    first.script === 'Hani'
      ? null
      : familyOfWord(
          letters.map(({ segment }) => segment),
          first.request,
        );
  for (const sign of word) sign.family = family;
  const fallback = family ?? own;
  return fallback === null ? null : { word: word.map(({ segment }) => segment).join(''), font, fallback };
}

/**
 * Returns the faces of plain Latin text, in which each character is a grapheme. Returns null if the requested family lacks a character, so
 * that words must be considered.
 */
export function plainFacesOf(text: string, styles: readonly RunStyle[]): (Face | null)[] | null {
  const faces: (Face | null)[] = new Array(text.length).fill(null);
  const byStyle = new Map<RunStyle, (letter: string) => Face | null>();
  let [previous, faceOf]: [RunStyle?, ((letter: string) => Face | null)?] = [];
  let known: Face | null = null;
  for (const [index, style] of styles.entries()) {
    const letter = text[index] ?? '';
    if (style !== previous || !faceOf) {
      faceOf = byStyle.get(style) ?? plainFaces({ ...style.font, han: null });
      byStyle.set(style, faceOf);
      previous = style;
      known = null;
    }
    const isKept: boolean =
      known !== null && !known.layers && SPACE.test(letter) && known.characters.has(letter.charCodeAt(0));
    const face: Face | null = isKept ? known : faceOf(letter);
    if (!face || (face !== known && !isOfFamily(face, style.font))) return null;
    faces[index] = face;
    known = face;
  }
  return faces;
}
