import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Face } from '../text/faces.ts';
import { subsetFont } from '../text/subset.ts';
import { array, dictionary, type ObjectNumber, type PdfFile, reference } from './file.ts';

/** Fonts for a part of a document: each face once, by glyph id, with the text that its glyphs stand for. */
export class PdfFonts {
  readonly #prefix: string;
  readonly #used = new Map<string, { name: string; face: Face; glyphs: Map<number, string> }>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Notes a glyph and gives its font's resource name. */
  use(face: Face, glyph: number, text: string): string {
    const known = this.#used.get(face.key);
    const font = known ?? { name: `${this.#prefix}F${this.#used.size}`, face, glyphs: new Map<number, string>() };
    if (!known) this.#used.set(face.key, font);
    if (!font.glyphs.get(glyph)) font.glyphs.set(glyph, text);
    return font.name;
  }

  /** What a glyph that was used stands for. */
  textOf(face: Face, glyph: number): string | undefined {
    return this.#used.get(face.key)?.glyphs.get(glyph);
  }

  /** Writes the fonts and gives the resource dictionary's entries (ISO 32000-1, 9.7). */
  write(file: PdfFile): Record<string, string> {
    return Object.fromEntries(
      [...this.#used.values()].map(({ name, face, glyphs }) => [name, reference(writeFont(file, face, glyphs))]),
    );
  }
}

/** A glyph's advance in thousandths of an em: what the font's width table says, and lines are set by. */
export const widthOf = (face: Face, glyph: number): number =>
  Math.round((face.font.glyphHAdvance(glyph) / face.unitsPerEm) * 1000);

const compressed = new WeakMap<Uint8Array, Uint8Array>();

/** Subsets are remembered, and so is what they are compressed. */
function compress(subset: Uint8Array): Uint8Array {
  const known = compressed.get(subset) ?? deflateSync(subset);
  compressed.set(subset, known);
  return known;
}

function writeFont(file: PdfFile, face: Face, glyphs: Map<number, string>): ObjectNumber {
  const ids = [...glyphs.keys()].sort((a, b) => a - b);
  const sfnt = subsetFont(face, ids);
  const isCff = Buffer.from(sfnt.subarray(0, 4)).toString('latin1') === 'OTTO';
  const name = `/${subsetTag(ids)}+${face.key.replace(/\.\w+$/, '').replaceAll(/[^A-Za-z0-9-]/g, '')}`;
  const perMille = (value: number) => Math.round(value * 1000);
  const data = file.addStream(
    {
      ...(isCff ? { Subtype: '/OpenType' } : { Length1: String(sfnt.length) }),
      Filter: '/FlateDecode',
    },
    compress(sfnt),
  );
  const descriptor = file.add(
    dictionary({
      Type: '/FontDescriptor',
      FontName: name,
      Flags: '4',
      FontBBox: array([-1000, perMille(face.descender), 2000, perMille(face.ascender)]),
      ItalicAngle: '0',
      Ascent: String(perMille(face.ascender)),
      Descent: String(perMille(face.descender)),
      CapHeight: '700',
      StemV: '80',
      [isCff ? 'FontFile3' : 'FontFile2']: reference(data),
    }),
  );
  const descendant = dictionary({
    Type: '/Font',
    Subtype: isCff ? '/CIDFontType0' : '/CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: '<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>',
    FontDescriptor: reference(descriptor),
    DW: '0',
    W: array(ids.flatMap((id) => [id, array([widthOf(face, id)])])),
    ...(!isCff && { CIDToGIDMap: '/Identity' }),
  });
  return file.add(
    dictionary({
      Type: '/Font',
      Subtype: '/Type0',
      BaseFont: name,
      Encoding: '/Identity-H',
      DescendantFonts: array([reference(file.add(descendant))]),
      ToUnicode: reference(file.addCompressed({}, toUnicode(glyphs))),
    }),
  );
}

/** Six letters that tell subsets of one font apart (ISO 32000-1, 9.6.4). */
function subsetTag(glyphs: readonly number[]): string {
  const digest = createHash('sha256').update(glyphs.join()).digest();
  return String.fromCharCode(...[...digest.subarray(0, 6)].map((byte) => 65 + (byte % 26)));
}

/** The CMap that tells a reader which characters a glyph stands for (ISO 32000-1, 9.10.3). */
function toUnicode(glyphs: Map<number, string>): string {
  const rows = [...glyphs].filter(([, text]) => text !== '').map(([glyph, text]) => `<${hex(glyph)}> <${utf16(text)}>`);
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
