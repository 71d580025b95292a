import type { Face } from '../../fonts/faces.ts';

/** Glyph with its extracted text. A glyph with several texts has a code for each. */
export interface Code {
  glyph: number;
  text: string;
}

/** Dictionary of a CIDFont (ISO 32000-1, 9.7.4), and the encoding from codes to its CIDs. */
export interface CidFont {
  descendant: Record<string, string>;
  encoding: string;
}

/** System information for custom CIDs (ISO 32000-1, 9.7.3). */
export const SYSTEM_INFO = '<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';

/** Returns the advance of a glyph in thousandths of an em, as in the width table of the font. */
export const widthOf = (face: Face, glyph: number): number =>
  Math.round((face.font.glyphHAdvance(glyph) / face.unitsPerEm) * 1000);

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

/** Returns the two bytes of a code in hexadecimal, as in strings and CMaps. */
export const hex = (value: number): string => `${BYTES[value >> 8]}${BYTES[value & 255]}`;

/** Returns rows of a CMap in sections of 100, the maximum (Adobe Technical Note 5014). */
export function cmapSections(operator: 'bfchar' | 'cidchar', rows: readonly string[]): string {
  const sections: string[] = [];
  for (let at = 0; at < rows.length; at += 100) {
    const section = rows.slice(at, at + 100);
    sections.push(`${section.length} begin${operator}\n${section.join('\n')}\nend${operator}`);
  }
  return sections.join('\n');
}
