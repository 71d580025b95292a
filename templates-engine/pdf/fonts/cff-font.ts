import type { Face } from '../../fonts/faces.ts';
import { array, reference } from '../file/syntax.ts';
import type { PdfWriter } from '../file/writer.ts';
import { type CidFont, type Code, cmapSections, hex, SYSTEM_INFO, widthOf } from './codes.ts';
import { fontDescriptor } from './font-descriptor.ts';

const OPENTYPE_CFF = 0x4f54544f;

/** Returns true for a font with PostScript outlines (OpenType with a CFF table). */
export const isCff = (sfnt: Uint8Array): boolean => Buffer.from(sfnt.subarray(0, 4)).readUInt32BE() === OPENTYPE_CFF;

/** Returns the CFF table, which is the only part of the font that a PDF needs. */
export function cffTable(sfnt: Uint8Array): Uint8Array {
  const file = Buffer.from(sfnt.buffer, sfnt.byteOffset, sfnt.length);
  for (let entry = 12; entry < 12 + file.readUInt16BE(4) * 16; entry += 16) {
    if (file.toString('latin1', entry, entry + 4) !== 'CFF ') continue;
    const offset = file.readUInt32BE(entry + 8);
    return sfnt.subarray(offset, offset + file.readUInt32BE(entry + 12));
  }
  throw new Error('The font has no CFF table');
}

/**
 * Writes the glyphs of a font with PostScript outlines. Its CIDs are glyph ids (ISO 32000-1, 9.7.4.2), so a custom CMap maps codes to CIDs.
 * `program` is the compressed CFF table.
 */
export function cffFont(
  file: PdfWriter,
  face: Face,
  codes: readonly Code[],
  { name, program }: { name: string; program: Uint8Array },
): CidFont {
  const data = file.addStream({ Subtype: '/CIDFontType0C', Filter: '/FlateDecode' }, program);
  const descriptor = file.add(fontDescriptor(face, name, { FontFile3: reference(data) }));
  const widths = new Map(codes.map(({ glyph }) => [glyph, widthOf(face, glyph)]));
  return {
    encoding: reference(
      file.addCompressed({ Type: '/CMap', CMapName: CMAP_NAME, CIDSystemInfo: SYSTEM_INFO, WMode: '0' }, toCids(codes)),
    ),
    descendant: {
      Type: '/Font',
      Subtype: '/CIDFontType0',
      BaseFont: name,
      CIDSystemInfo: SYSTEM_INFO,
      FontDescriptor: reference(descriptor),
      DW: '0',
      W: array([...widths].flatMap(([glyph, width]) => [glyph, array([width])])),
    },
  };
}

const CMAP_NAME = '/Laurel-Glyphs';

/** Returns the CMap from codes to CIDs (ISO 32000-1, 9.7.5.3). */
const toCids = (codes: readonly Code[]): string => `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo ${SYSTEM_INFO} def
/CMapName ${CMAP_NAME} def
/CMapType 1 def
/WMode 0 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${cmapSections(
  'cidchar',
  codes.map(({ glyph }, index) => `<${hex(index + 1)}> ${glyph}`),
)}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
