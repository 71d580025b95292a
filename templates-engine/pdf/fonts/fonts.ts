import type { Face } from '../../fonts/faces.ts';
import { reference } from '../file/syntax.ts';
import type { PdfWriter } from '../file/writer.ts';
import type { Code } from './codes.ts';
import { embedFont } from './embed-font.ts';

interface UsedFont {
  name: string;
  face: Face;
  /** Codes by glyph and text. The first is 1, because 0 is .notdef. */
  codes: Map<string, Code & { code: number }>;
}

/** Characters that no code may map to (ISO 14289-1, 7.21.7). */
const NO_TEXT = /[\0\uFEFF\uFFFE]/g;
const ZERO_WIDTH_SPACE = '\u200B';

/** Fonts of a part of a document. Each face is included once, with a code per glyph and text. */
export class PdfFonts {
  readonly #prefix: string;
  readonly #used = new Map<string, UsedFont>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Registers a glyph. Returns the resource name of its font and its code in that font. */
  use(face: Face, glyph: number, shown: string): { font: string; code: number } {
    const text = shown.replaceAll(NO_TEXT, '') || ZERO_WIDTH_SPACE;
    let font = this.#used.get(face.key);
    if (!font) {
      font = { name: `${this.#prefix}F${this.#used.size}`, face, codes: new Map() };
      this.#used.set(face.key, font);
    }
    const key = `${glyph} ${text}`;
    const known = font.codes.get(key);
    const used = known ?? { glyph, text, code: font.codes.size + 1 };
    if (!known) font.codes.set(key, used);
    return { font: font.name, code: used.code };
  }

  /** Writes the fonts. Returns the entries of the resource dictionary (ISO 32000-1, 9.7). */
  write(file: PdfWriter): Record<string, string> {
    return Object.fromEntries(
      [...this.#used.values()].map(({ name, face, codes }) => [
        name,
        reference(embedFont(file, face, [...codes.values()])),
      ]),
    );
  }
}
