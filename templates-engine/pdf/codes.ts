import type { Face } from '../fonts/faces.ts';

/** A glyph with the text that it is extracted as: a glyph with several texts has a code for each. */
export interface Code {
  glyph: number;
  text: string;
}

/** A CIDFont's dictionary (ISO 32000-1, 9.7.4), and how codes become its CIDs. */
export interface CidFont {
  descendant: Record<string, string>;
  encoding: string;
}

/** CIDs of our own (ISO 32000-1, 9.7.3). */
export const SYSTEM_INFO = '<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';

/** A glyph's advance in thousandths of an em: as in the font's width table. */
export const widthOf = (face: Face, glyph: number): number =>
  Math.round((face.font.glyphHAdvance(glyph) / face.unitsPerEm) * 1000);

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

/** A code as in a string or a CMap: two bytes. */
export const hex = (value: number): string => `${BYTES[value >> 8]}${BYTES[value & 255]}`;

/** Rows of a CMap in sections of a hundred, the most that it may have (Adobe Technical Note 5014). */
export function cmapSections(operator: 'bfchar' | 'cidchar', rows: readonly string[]): string {
  const sections: string[] = [];
  for (let at = 0; at < rows.length; at += 100) {
    const section = rows.slice(at, at + 100);
    sections.push(`${section.length} begin${operator}\n${section.join('\n')}\nend${operator}`);
  }
  return sections.join('\n');
}
