import type { PDFDict } from 'pdf-lib';
import { decodeBytes } from '../reading/filters.ts';
import type { Graph } from '../reading/graph.ts';
import type { Source } from '../reading/source.ts';
import { codeMapOf } from './codes.ts';
import { GlyphSource } from './glyph-source.ts';
import { readTrueType, type TrueType } from './true-type.ts';
import type { Characters } from './unicode.ts';
import { cidMetrics, simpleWidths } from './widths.ts';

/** Returns true if PDF/A and PDF/UA allow a code of a font as it is. */
export type IsSound = (code: number) => boolean;

const MAX_PROGRAM = 20_000_000;
/** Maximum difference between the widths of a font and of its program in thousandths of an em (ISO 19005-3, 6.2.11.5). */
const TOLERANCE = 0.9;
/** Bit of the descriptor's flags. */
const SYMBOLIC = 4;

const never: IsSound = () => false;

/**
 * Returns how to decide about the codes of a font (ISO 19005-3, 6.2.11; ISO 14289-1, 7.21). It is strict: a font of an unusual form is
 * drawn as outlines, which is always right.
 */
export function soundnessOf(graph: Graph, font: PDFDict, characters: Characters): IsSound {
  const isSound = byKind(graph, font, characters);
  return (code) => characters.has(code) && isSound(code);
}

function byKind(graph: Graph, font: PDFDict, characters: Characters): IsSound {
  const { source } = graph;
  switch (source.name(source.entry(font, 'Subtype'))) {
    case 'Type0':
      return composite(source, font);
    case 'TrueType':
      return simpleTrueType(source, font);
    case 'Type1':
    case 'MMType1':
      return namedGlyphs(graph, font, characters);
    default:
      return never;
  }
}

/** Accepts TrueType programs whose CIDs are the codes. */
function composite(source: Source, font: PDFDict): IsSound {
  const own = source.dict(source.list(source.entry(font, 'DescendantFonts'))[0]);
  const encoding = source.entry(font, 'Encoding');
  if (!own || source.name(source.entry(own, 'Subtype')) !== 'CIDFontType2') return never;
  if (source.name(encoding) === undefined || !codeMapOf(source, encoding).isIdentity) return never;
  const program = trueTypeOf(source, own);
  const glyphs = glyphMap(source, own);
  const metrics = cidMetrics(source, own);
  if (!program || !glyphs) return never;
  // CID 0 is `.notdef`, whatever its glyph.
  return (code) => code > 0 && hasWidth(program, glyphs(code), metrics.width(code));
}

function glyphMap(source: Source, font: PDFDict): ((cid: number) => number) | null {
  const entry = source.entry(font, 'CIDToGIDMap');
  const stream = source.stream(entry);
  if (!stream) return entry === undefined || source.name(entry) === 'Identity' ? (cid) => cid : null;
  const map = decodeBytes(source, stream, 131_072);
  return (cid) => (map[cid * 2] ?? 0) * 256 + (map[cid * 2 + 1] ?? 0);
}

function trueTypeOf(source: Source, font: PDFDict): TrueType | null {
  const descriptor = source.dict(source.entry(font, 'FontDescriptor'));
  const stream = source.stream(source.entry(descriptor, 'FontFile2'));
  return stream ? readTrueType(decodeBytes(source, stream, MAX_PROGRAM)) : null;
}

const hasWidth = (program: TrueType, glyph: number, width: number): boolean =>
  glyph > 0 && glyph < program.glyphs && Math.abs(program.width(glyph) - width) < TOLERANCE;

/** Codes of Windows-1252 whose glyph depends on the reader: they are unused, or look like another character. */
const AMBIGUOUS = new Set([0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xa0, 0xad]);
const DECODERS: Readonly<Record<string, string>> = { WinAnsiEncoding: 'windows-1252', MacRomanEncoding: 'macintosh' };

/** Accepts the two forms of ISO 19005-3, 6.2.11.6: symbolic without an encoding, and otherwise with one of two encodings. */
function simpleTrueType(source: Source, font: PDFDict): IsSound {
  const [program, widths] = [trueTypeOf(source, font), simpleWidths(source, font)];
  if (!program || !widths || !isComplete(source, font)) return never;
  const encoding = source.entry(font, 'Encoding');
  if (flagsOf(source, font) & SYMBOLIC) {
    const map = symbolMap(program);
    if (!map || encoding !== undefined) return never;
    return (code) => hasWidth(program, map(code), widths(code));
  }
  const label = DECODERS[source.name(encoding) ?? ''];
  const map = program.maps.get('3.1');
  if (label === undefined || !map) return never;
  const decoder = new TextDecoder(label);
  const glyphOf = (code: number) => map(decoder.decode(Uint8Array.of(code)).codePointAt(0) ?? 0);
  return (code) => !AMBIGUOUS.has(code) && hasWidth(program, glyphOf(code), widths(code));
}

/** Returns the only character map of a symbolic font. */
function symbolMap({ maps }: TrueType): ((code: number) => number) | null {
  const [symbol, only] = [maps.get('3.0'), maps.size === 1 ? maps.get('1.0') : undefined];
  if (!symbol) return only ?? null;
  return (code) => symbol(0xf000 + code) || symbol(code);
}

function flagsOf(source: Source, font: PDFDict): number {
  return source.number(source.entry(source.dict(source.entry(font, 'FontDescriptor')), 'Flags')) ?? 0;
}

/** Returns true if a simple font has as many widths as its range of codes needs. */
function isComplete(source: Source, font: PDFDict): boolean {
  const [first, last] = ['FirstChar', 'LastChar'].map((key) => source.number(source.entry(font, key)));
  const widths = source.array(source.entry(font, 'Widths'));
  return first !== undefined && last !== undefined && widths?.length === last - first + 1;
}

/** Accepts Type 1 and CFF programs whose own widths and glyphs, as PDFium finds them by their names, agree. */
function namedGlyphs(graph: Graph, font: PDFDict, characters: Characters): IsSound {
  const { source } = graph;
  const descriptor = source.dict(source.entry(font, 'FontDescriptor'));
  const compact = source.stream(source.entry(descriptor, 'FontFile3'));
  const isNamed = compact
    ? source.name(source.entry(compact.dict, 'Subtype')) === 'Type1C'
    : source.stream(source.entry(descriptor, 'FontFile')) !== undefined;
  const widths = simpleWidths(source, font);
  if (!isNamed || !widths || !isComplete(source, font)) return never;
  let probes: { own: GlyphSource; absent: string } | undefined;
  return (code) => {
    probes ??= {
      own: new GlyphSource(graph, font, false, { without: ['Widths', 'FirstChar', 'LastChar'] }),
      absent: appearance(new GlyphSource(graph, font, false, { replaced: NO_NAMES }), 32),
    };
    const { own, absent } = probes;
    // PDFium rounds to whole thousandths.
    return appearance(own, code, characters.get(code)) !== absent && Math.abs(own.width(code) - widths(code)) < 0.5;
  };
}

/** Encoding whose codes have no glyph. Their appearance is that of `.notdef`. */
const NO_NAMES = {
  Encoding: { Type: '/Encoding', Differences: ['0', ...new Array<string>(256).fill('/laurelAbsent')] },
};

const appearance = (glyphs: GlyphSource, code: number, character?: string): string =>
  JSON.stringify([glyphs.outline(code, character), Math.round(glyphs.width(code))]);
