import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Face } from '../../fonts/faces.ts';
import { subsetFont } from '../../fonts/subset.ts';
import { array, dictionary, type ObjectNumber, reference } from '../file/syntax.ts';
import type { PdfWriter } from '../file/writer.ts';
import { cffFont, cffTable, isCff } from './cff-font.ts';
import { type CidFont, type Code, cmapSections, hex, SYSTEM_INFO, widthOf } from './codes.ts';
import { fontDescriptor } from './font-descriptor.ts';

const compressed = new WeakMap<Uint8Array, Uint8Array>();

/** Returns the compressed bytes that a PDF embeds of a subset. Subsets are cached, and so are these bytes. */
function compress(subset: Uint8Array): Uint8Array {
  // The result of zlib is a view of a buffer several times its size. A copy avoids keeping that buffer.
  const known = compressed.get(subset) ?? Uint8Array.from(deflateSync(isCff(subset) ? cffTable(subset) : subset));
  compressed.set(subset, known);
  return known;
}

/** Writes a font with only these glyphs (ISO 32000-1, 9.7). A code is the 1-based index of its glyph. */
export function embedFont(file: PdfWriter, face: Face, codes: readonly Code[]): ObjectNumber {
  const ids = [...new Set(codes.map(({ glyph }) => glyph))].sort((a, b) => a - b);
  const name = `/${subsetTag(ids)}+${face.name.replaceAll(/[^A-Za-z0-9-]/g, '')}`;
  const program = subsetFont(face, ids);
  const { descendant, encoding } = isCff(program)
    ? cffFont(file, face, codes, { name, program: compress(program) })
    : trueTypeFont(file, face, codes, { name, program: compress(program), length: program.length });
  return file.add(
    dictionary({
      Type: '/Font',
      Subtype: '/Type0',
      BaseFont: name,
      Encoding: encoding,
      DescendantFonts: array([reference(file.add(dictionary(descendant)))]),
      ToUnicode: reference(file.addText(toUnicode(codes))),
    }),
  );
}

/** Writes the glyphs of a TrueType font. Codes are CIDs, and a table maps each CID to its glyph. */
function trueTypeFont(
  file: PdfWriter,
  face: Face,
  codes: readonly Code[],
  { name, program, length }: { name: string; program: Uint8Array; length: number },
): CidFont {
  const data = file.addStream({ Length1: String(length), Filter: '/FlateDecode' }, program);
  const descriptor = file.add(fontDescriptor(face, name, { FontFile2: reference(data) }));
  return {
    encoding: '/Identity-H',
    descendant: {
      Type: '/Font',
      Subtype: '/CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: SYSTEM_INFO,
      FontDescriptor: reference(descriptor),
      DW: '0',
      W: array([1, array(codes.map(({ glyph }) => widthOf(face, glyph)))]),
      CIDToGIDMap: reference(file.addStream({}, glyphIds(codes))),
    },
  };
}

/** Returns six letters that distinguish the subsets of a font (ISO 32000-1, 9.6.4). */
function subsetTag(glyphs: readonly number[]): string {
  const digest = createHash('sha256').update(glyphs.join()).digest();
  return String.fromCharCode(...[...digest.subarray(0, 6)].map((byte) => 65 + (byte % 26)));
}

/** Returns the glyph of each code, with two bytes per glyph (ISO 32000-1, table 117). */
function glyphIds(codes: readonly Code[]): Uint8Array {
  const ids = Buffer.alloc((codes.length + 1) * 2);
  for (const [index, { glyph }] of codes.entries()) ids.writeUInt16BE(glyph, (index + 1) * 2);
  return ids;
}

/** Returns the CMap from codes to Unicode (ISO 32000-1, 9.10.3). */
function toUnicode(codes: readonly Code[]): string {
  const rows = codes.map(({ text }, index) => `<${hex(index + 1)}> <${utf16(text)}>`);
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${cmapSections('bfchar', rows)}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

const utf16 = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('');
