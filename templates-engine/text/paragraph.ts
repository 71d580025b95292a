import bidiFactory, { type Bidi } from 'bidi-js';
import { type Face, type FontRequest, faceFor } from '../fonts/faces.ts';
import { hanStyle } from '../fonts/han-style.ts';

// The package is CommonJS: its types say a module where the factory itself is imported.
export const bidi = (bidiFactory as unknown as () => Bidi)();
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A paragraph with the embedding level and the face of each UTF-16 unit; a face is null where no font has it. */
export interface Paragraph {
  text: string;
  levels: Uint8Array;
  faces: (Face | null)[];
}

export const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u;

/** Isolate controls (UAX 9): they affect the order of what surrounds them and are not drawn. */
const ISOLATES = /[\u2066-\u2069]/g;
export const isolate = (text: string): string => `\u2068${text}\u2069`;

/** Resolves the embedding level (UAX 9) and the face of every UTF-16 unit of a paragraph, once for all its lines. */
export function analyse(marked: string, font: FontRequest): Paragraph {
  const request = { ...font, han: hanStyle(marked) };
  const all = bidi.getEmbeddingLevels(marked).levels;
  const text = marked.replaceAll(ISOLATES, '');
  const levels = text === marked ? all : all.filter((_, index) => !marked[index]?.match(ISOLATES));
  const faces: (Face | null)[] = new Array(text.length).fill(null);
  let previous: Face | null = null;
  for (const { segment, index } of graphemes.segment(text)) {
    // A space stays with its word, so that the word's run is not cut; among emoji it would be as wide as they are.
    const keeps: boolean =
      previous !== null &&
      !previous.layers &&
      /^\s$/u.test(segment) &&
      previous.characters.has(segment.codePointAt(0) ?? 0);
    const face: Face | null = keeps ? previous : faceFor(segment, request);
    faces.fill(face, index, index + segment.length);
    previous = face;
  }
  return { text, levels, faces };
}

/** Characters that no font has. */
export function unsupported(paragraph: Paragraph): string[] {
  const missing = [...graphemes.segment(paragraph.text)].filter(({ index }) => paragraph.faces[index] === null);
  return [...new Set(missing.map(({ segment }) => segment))];
}
