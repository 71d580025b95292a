import { readContent } from './content.ts';
import { type Dict, isDict, type PdfFile } from './pdf-file.ts';
import type { Rule } from './rule.ts';

interface UsedFont {
  name: string;
  font: Dict;
  descendant: Dict;
  descriptor: Dict;
  /** Codes that the page shows. */
  codes: number[];
  /** Returns the glyph of a code. */
  glyphOf: (code: number) => number;
  program: Program;
}

interface Program {
  glyphs: number;
  box: number[];
  /** Returns a width in thousandths of an em; null if widths are not read. */
  widthOf: ((glyph: number) => number) | null;
}

/** Reads the tables head, hhea, hmtx and maxp of a TrueType font. */
function readProgram(sfnt: Buffer): Program | null {
  const tables = new Map<string, Buffer>();
  if (sfnt.length < 12 || sfnt.readUInt32BE(0) !== 0x10000) return null;
  for (let entry = 12; entry < 12 + sfnt.readUInt16BE(4) * 16; entry += 16) {
    const at = sfnt.readUInt32BE(entry + 8);
    tables.set(sfnt.toString('latin1', entry, entry + 4), sfnt.subarray(at, at + sfnt.readUInt32BE(entry + 12)));
  }
  const [head, hhea, hmtx, maxp] = ['head', 'hhea', 'hmtx', 'maxp'].map((tag) => tables.get(tag));
  if (!head || !hhea || !hmtx || !maxp || !tables.has('glyf') || !tables.has('loca')) return null;
  const perMille = (units: number) => (units * 1000) / head.readUInt16BE(18);
  const measured = hhea.readUInt16BE(34);
  return {
    glyphs: maxp.readUInt16BE(4),
    box: [36, 38, 40, 42].map((at) => perMille(head.readInt16BE(at))),
    widthOf: (glyph) => perMille(hmtx.readUInt16BE(Math.min(glyph, measured - 1) * 4)),
  };
}

/** Reads the number of glyphs of a CFF font program (FontFile3) from the INDEX CharStrings. Widths are in the charstrings. */
function readCff(cff: Buffer): Program | null {
  if (cff.length < 4 || cff[0] !== 1) return null;
  const indexAt = (start: number) => {
    const [count, size] = [cff.readUInt16BE(start), cff[start + 2] ?? 0];
    const offset = (index: number) => cff.readUIntBE(start + 3 + index * size, size);
    const data = start + 2 + (count + 1) * size;
    return {
      count,
      at: (index: number) => cff.subarray(data + offset(index), data + offset(index + 1)),
      end: count === 0 ? start + 2 : data + offset(count),
    };
  };
  const top = indexAt(indexAt(cff[2] ?? 4).end).at(0);
  // CharStrings is operator 17, preceded by its offset as a 32-bit or 16-bit integer (Technical Note 5176, tables 3 and 9).
  for (let at = 0; at < top.length; at++) {
    const isLong = top[at] === 29 && top[at + 5] === 17;
    const isShort = top[at] === 28 && top[at + 3] === 17;
    if (!isLong && !isShort) continue;
    const { count } = indexAt(isLong ? top.readInt32BE(at + 1) : top.readInt16BE(at + 1));
    return { glyphs: count, box: [], widthOf: null };
  }
  return null;
}

const NO_PROGRAM: Program = { glyphs: 0, box: [], widthOf: () => -1 };

function usedFonts(file: PdfFile): UsedFont[] {
  const fonts = file.dict(file.dict(file.page['/Resources'])['/Font']);
  return [...readContent(file).codes].map(([name, codes]) => {
    const font = file.dict(fonts[name]);
    const descendant = file.dict(file.list(font['/DescendantFonts'])[0]);
    const descriptor = file.dict(descendant['/FontDescriptor']);
    const isCff = descendant['/Subtype'] === '/CIDFontType0';
    const map = isCff ? Buffer.alloc(0) : file.data(descendant['/CIDToGIDMap']);
    const cids = isCff ? cidsOf(file.data(font['/Encoding'])) : new Map<number, number>();
    return {
      name,
      font,
      descendant,
      descriptor,
      codes: [...codes],
      glyphOf: (code) => cids.get(code) ?? (map.length >= code * 2 + 2 ? map.readUInt16BE(code * 2) : 0),
      program:
        (isCff ? readCff(file.data(descriptor['/FontFile3'])) : readProgram(file.data(descriptor['/FontFile2']))) ??
        NO_PROGRAM,
    };
  });
}

/** Returns the CIDs of codes in an embedded CMap. */
const cidsOf = (cmap: Buffer): Map<number, number> =>
  new Map(
    [...cmap.toString('latin1').matchAll(/^<([0-9A-F]{4})> (\d+)$/gm)].map(([, code = '', cid]) => [
      Number.parseInt(code, 16),
      Number(cid),
    ]),
  );

/** Returns a function that lists the faults of each font with which the page shows text. */
const ofFonts =
  (test: (font: UsedFont, file: PdfFile) => boolean | readonly unknown[]) =>
  (file: PdfFile): string[] =>
    usedFonts(file).flatMap((font) => {
      const result = test(font, file);
      return result === true || (Array.isArray(result) && result.length === 0) ? [] : [`${font.name} ${result}`];
    });

/** Returns the width of a code in the array W of the form `[1 [w w w]]`. */
function declaredWidth(file: PdfFile, { descendant }: UsedFont, code: number): number {
  if (descendant['/Subtype'] === '/CIDFontType0') {
    const all = file.list(descendant['/W']);
    const at = all.findIndex((one, index) => index % 2 === 0 && one === code);
    return Number(at < 0 ? descendant['/DW'] : file.list(all[at + 1])[0]);
  }
  const [from, widths] = file.list(descendant['/W']);
  return Number(file.list(widths)[code - Number(from)] ?? descendant['/DW'] ?? 1000);
}

const cmapOf = (file: PdfFile, font: UsedFont): Map<number, string> =>
  new Map(
    [
      ...file
        .data(font.font['/ToUnicode'])
        .toString('latin1')
        .matchAll(/^<([0-9A-F]{4})> <([0-9A-F]*)>$/gm),
    ].map(([, code = '', text = '']) => [Number.parseInt(code, 16), text]),
  );

/** Returns whether a CMap is embedded, horizontal, and has the CIDs' registry and ordering (ISO 19005-3, 6.2.11.3.1 and 6.2.11.3.3). */
function isOfSystem(file: PdfFile, cmap: Dict, descendant: Dict): boolean {
  const [own, other] = [cmap, descendant].map((of) => file.dict(of['/CIDSystemInfo']));
  return (
    cmap['/Type'] === '/CMap' &&
    cmap['/WMode'] === 0 &&
    own?.['/Registry'] === other?.['/Registry'] &&
    own?.['/Ordering'] === other?.['/Ordering']
  );
}

const oneFont = (file: PdfFile): UsedFont => {
  const [font] = usedFonts(file);
  if (!font) throw new Error('the page has no text');
  return font;
};

/** ISO 19005-3, 6.2.11, and ISO 14289-1, 7.21, which have the same rules for fonts. */
export const FONT_RULES: Rule[] = [
  {
    rule: 'ISO 19005-3, 6.2.11.2: fonts are Type 0 with a descendant of the same name',
    faults: ofFonts(
      ({ font, descendant, descriptor }) =>
        font['/Type'] === '/Font' &&
        font['/Subtype'] === '/Type0' &&
        /^\/CIDFontType[02]$/.test(String(descendant['/Subtype'])) &&
        font['/BaseFont'] === descendant['/BaseFont'] &&
        font['/BaseFont'] === descriptor['/FontName'] &&
        /^\/[A-Z]{6}\+\S+$/.test(String(font['/BaseFont'])),
    ),
    breakIt: (file) => {
      oneFont(file).font['/BaseFont'] = '/Other';
    },
  },
  {
    rule: 'ISO 19005-3, 6.2.11.3: fonts use Identity-H and a stream from CIDs to glyphs, or an embedded CMap of the same system',
    faults: ofFonts(
      ({ font, descendant }, file) =>
        isDict(file.get(descendant['/CIDSystemInfo'])) &&
        (descendant['/Subtype'] === '/CIDFontType0'
          ? isOfSystem(file, file.dict(font['/Encoding']), descendant) && !('/CIDToGIDMap' in descendant)
          : font['/Encoding'] === '/Identity-H' && isDict(file.get(descendant['/CIDToGIDMap']))),
    ),
    breakIt: (file) => {
      delete oneFont(file).descendant['/CIDToGIDMap'];
    },
  },
  {
    rule: 'ISO 19005-3, 6.2.11.4.1: a font program is embedded and has every shown glyph',
    faults: ofFonts(
      ({ program, codes, glyphOf }) => program.glyphs > 0 && codes.every((code) => glyphOf(code) < program.glyphs),
    ),
    breakIt: (file) => {
      delete oneFont(file).descriptor['/FontFile2'];
    },
  },
  {
    rule: 'ISO 19005-3, 6.2.11.4.2: a CIDSet names every CID',
    faults: ofFonts(({ descriptor, codes }, file) => {
      if (!('/CIDSet' in descriptor)) return true;
      const set = file.data(descriptor['/CIDSet']);
      return codes.filter((code) => (((set[code >> 3] ?? 0) >> (7 - (code & 7))) & 1) === 0);
    }),
    breakIt: (file) => {
      oneFont(file).descriptor['/CIDSet'] = null;
    },
  },
  {
    rule: 'ISO 19005-3, 6.2.11.5 and ISO 14289-1, 7.21.5: widths match the font program within a thousandth',
    faults: ofFonts((font, file) =>
      font.codes.filter(
        (code) =>
          font.program.widthOf !== null &&
          Math.abs(declaredWidth(file, font, code) - font.program.widthOf(font.glyphOf(code))) > 1,
      ),
    ),
    breakIt: (file) => {
      oneFont(file).descendant['/W'] = [1, []];
    },
  },
  {
    rule: 'ISO 14289-1, 7.21.7: every code maps to text other than U+0000, U+FEFF and U+FFFE',
    faults: ofFonts((font, file) => {
      const texts = cmapOf(file, font);
      return font.codes.filter((code) => !/^(?!.*(0000|FEFF|FFFE))(.{4})+$/.test(texts.get(code) ?? ''));
    }),
    breakIt: (file) => {
      delete oneFont(file).font['/ToUnicode'];
    },
  },
  {
    rule: 'ISO 19005-3, 6.2.11.8 and ISO 14289-1, 7.21.8: .notdef is not shown',
    faults: ofFonts(({ codes, glyphOf }) => codes.filter((code) => glyphOf(code) === 0)),
    breakIt: (file) => {
      file.objects.get(String(oneFont(file).descendant['/CIDToGIDMap']))?.data?.fill(0);
    },
  },
  {
    rule: 'ISO 32000-1, 9.8.1: a font’s descriptor matches its program',
    faults: ofFonts(({ descriptor, program }, file) => {
      const box = file.list(descriptor['/FontBBox']).map(Number);
      const numbers = ['/StemV', '/CapHeight', '/ItalicAngle', '/Ascent', '/Descent', '/Flags'].map(
        (key) => descriptor[key],
      );
      const [stem, height] = numbers.map(Number);
      return (
        numbers.every((number) => typeof number === 'number') &&
        Number(stem) > 0 &&
        Number(height) > 0 &&
        Number(descriptor['/Descent']) <= 0 &&
        box.length === 4 &&
        // The subset has its own box, which lies within the box of the whole font.
        (program.box.length === 0 ||
          ([0, 1].every((at) => (box[at] ?? 0) <= (program.box[at] ?? 0) + 1) &&
            [2, 3].every((at) => (box[at] ?? 0) >= (program.box[at] ?? 0) - 1))) &&
        (box[0] ?? 0) < (box[2] ?? 0)
      );
    }),
    breakIt: (file) => {
      oneFont(file).descriptor['/FontBBox'] = [0, 0, 1, 1];
    },
  },
];
