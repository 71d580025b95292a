import { createHash } from 'node:crypto';
import { PDFArray, type PDFContext, PDFHexString, PDFNumber, type PDFRef, PDFString } from 'pdf-lib';
import type { Face } from './faces.ts';
import { subsetFont } from './subset.ts';

/** The fonts of one document: each face once, by glyph id, with the text that its glyphs stand for. */
export class PdfFonts {
  readonly #context: PDFContext;
  readonly #used = new Map<string, { name: string; face: Face; glyphs: Map<number, string> }>();

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /** Notes a glyph and gives its font's resource name. */
  use(face: Face, glyph: number, text: string): string {
    const known = this.#used.get(face.key);
    const font = known ?? { name: `F${this.#used.size}`, face, glyphs: new Map<number, string>() };
    if (!known) this.#used.set(face.key, font);
    if (!font.glyphs.get(glyph)) font.glyphs.set(glyph, text);
    return font.name;
  }

  /** Writes the fonts and gives the resource dictionary's entries (ISO 32000-1, 9.7). */
  write(): Record<string, PDFRef> {
    return Object.fromEntries(
      [...this.#used.values()].map(({ name, face, glyphs }) => [name, this.#writeFont(face, glyphs)]),
    );
  }

  #writeFont(face: Face, glyphs: Map<number, string>): PDFRef {
    const context = this.#context;
    const ids = [...glyphs.keys()].sort((a, b) => a - b);
    const sfnt = subsetFont(face, ids);
    const isCff = Buffer.from(sfnt.subarray(0, 4)).toString('latin1') === 'OTTO';
    const name = `${subsetTag(ids)}+${face.key.replace(/\.\w+$/, '').replaceAll(/[^A-Za-z0-9-]/g, '')}`;
    const perMille = (value: number) => Math.round(value * 1000);
    const file = context.register(
      context.flateStream(sfnt, isCff ? { Subtype: 'OpenType' } : { Length1: sfnt.length }),
    );
    const descriptor = context.register(
      context.obj({
        Type: 'FontDescriptor',
        FontName: name,
        Flags: 4,
        FontBBox: [-1000, perMille(face.descender), 2000, perMille(face.ascender)],
        ItalicAngle: 0,
        Ascent: perMille(face.ascender),
        Descent: perMille(face.descender),
        CapHeight: 700,
        StemV: 80,
        [isCff ? 'FontFile3' : 'FontFile2']: file,
      }),
    );
    const descendant = context.obj({
      Type: 'Font',
      Subtype: isCff ? 'CIDFontType0' : 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      DW: 0,
      W: this.#widths(face, glyphs),
      ...(isCff ? {} : { CIDToGIDMap: 'Identity' }),
    });
    return context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: name,
        Encoding: 'Identity-H',
        DescendantFonts: [context.register(descendant)],
        ToUnicode: context.register(context.flateStream(toUnicode(glyphs))),
      }),
    );
  }

  #widths(face: Face, glyphs: Map<number, string>): PDFArray {
    const widths = PDFArray.withContext(this.#context);
    for (const glyph of [...glyphs.keys()].sort((a, b) => a - b)) {
      widths.push(PDFNumber.of(glyph));
      widths.push(this.#context.obj([Math.round((face.font.glyphHAdvance(glyph) / face.unitsPerEm) * 1000)]));
    }
    return widths;
  }
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

/** A text as UTF-16 with its mark, as `/ActualText` takes it. */
export const actualText = (text: string): string => PDFHexString.fromText(text).toString();
