import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Face } from '../fonts/faces.ts';
import { subsetFont } from '../fonts/subset.ts';
import { fontDescriptor } from './font-descriptor.ts';
import { array, dictionary, type ObjectNumber, reference } from './syntax.ts';
import type { PdfWriter } from './writer.ts';

/** A glyph with the text that it is extracted as: a glyph with several texts has a code for each. */
export interface Code {
  glyph: number;
  text: string;
}

/** A glyph's advance in thousandths of an em: as in the font's width table. */
export const widthOf = (face: Face, glyph: number): number =>
  Math.round((face.font.glyphHAdvance(glyph) / face.unitsPerEm) * 1000);

const compressed = new WeakMap<Uint8Array, Uint8Array>();

/** Subsets are cached, and with them their compressed bytes. */
function compress(subset: Uint8Array): Uint8Array {
  const known = compressed.get(subset) ?? deflateSync(subset);
  compressed.set(subset, known);
  return known;
}

/** Writes a font with these glyphs alone (ISO 32000-1, 9.7); a code is an index in the list, from 1 on. */
export function embedFont(file: PdfWriter, face: Face, codes: readonly Code[]): ObjectNumber {
  const ids = [...new Set(codes.map(({ glyph }) => glyph))].sort((a, b) => a - b);
  const sfnt = subsetFont(face, ids);
  const name = `/${subsetTag(ids)}+${face.key.replace(/\.\w+$/, '').replaceAll(/[^A-Za-z0-9-]/g, '')}`;
  const data = file.addStream({ Length1: String(sfnt.length), Filter: '/FlateDecode' }, compress(sfnt));
  const descriptor = file.add(fontDescriptor(face, name, data));
  const descendant = dictionary({
    Type: '/Font',
    Subtype: '/CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: '<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>',
    FontDescriptor: reference(descriptor),
    DW: '0',
    W: array([1, array(codes.map(({ glyph }) => widthOf(face, glyph)))]),
    CIDToGIDMap: reference(file.addStream({}, glyphIds(codes))),
  });
  return file.add(
    dictionary({
      Type: '/Font',
      Subtype: '/Type0',
      BaseFont: name,
      Encoding: '/Identity-H',
      DescendantFonts: array([reference(file.add(descendant))]),
      ToUnicode: reference(file.addText(toUnicode(codes))),
    }),
  );
}

/** Six letters that distinguish subsets of one font (ISO 32000-1, 9.6.4). */
function subsetTag(glyphs: readonly number[]): string {
  const digest = createHash('sha256').update(glyphs.join()).digest();
  return String.fromCharCode(...[...digest.subarray(0, 6)].map((byte) => 65 + (byte % 26)));
}

/** The glyph of each code, two bytes each (ISO 32000-1, table 117). */
function glyphIds(codes: readonly Code[]): Uint8Array {
  const ids = Buffer.alloc((codes.length + 1) * 2);
  for (const [index, { glyph }] of codes.entries()) ids.writeUInt16BE(glyph, (index + 1) * 2);
  return ids;
}

/** The CMap from codes to Unicode (ISO 32000-1, 9.10.3). */
function toUnicode(codes: readonly Code[]): string {
  const rows = codes.map(({ text }, index) => `<${hex(index + 1)}> <${utf16(text)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < rows.length; at += 100) {
    const block = rows.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

export const hex = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');
const utf16 = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('');
