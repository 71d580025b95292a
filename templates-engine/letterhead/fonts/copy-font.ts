import type { PDFDict } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { broken } from '../reading/fault.ts';
import { decodeBytes } from '../reading/filters.ts';
import { copyEntries, copyPlain, copyStream, fontName } from '../reading/generic.ts';
import type { Graph } from '../reading/graph.ts';
import type { Raw, Source } from '../reading/source.ts';
import { type Characters, unicodeMap } from './unicode.ts';

const MAX_PROGRAM = 20_000_000;
const MAX_MAP = 1_000_000;

const SIMPLE = ['Type', 'Subtype', 'BaseFont', 'FirstChar', 'LastChar', 'Widths', 'Encoding'];
const COMPOSITE = ['Type', 'Subtype', 'BaseFont'];
const DESCENDANT = ['Type', 'Subtype', 'BaseFont', 'DW', 'W', 'DW2', 'W2'];
/** Copied entries of a descriptor. CIDSet and CharSet are left out, because they would have to be complete (ISO 19005-3, 6.2.11.4.2). */
const DESCRIPTOR = [
  ...['Type', 'FontName', 'FontFamily', 'FontStretch', 'FontWeight', 'Flags', 'FontBBox', 'ItalicAngle', 'Ascent'],
  ...['Descent', 'Leading', 'CapHeight', 'XHeight', 'StemV', 'StemH', 'AvgWidth', 'MaxWidth', 'MissingWidth'],
];
const PROGRAMS = ['FontFile', 'FontFile2', 'FontFile3'] as const;
const PROGRAM_KEYS = ['Length1', 'Length2', 'Length3', 'Subtype'];

/** Returns a copy of a sound font (ISO 32000-1, 9.6 and 9.7) with its program, and the characters of its used codes. */
export function copyFont(graph: Graph, font: PDFDict, characters: Characters): PdfValue {
  const { source } = graph;
  const isComposite = source.name(source.entry(font, 'Subtype')) === 'Type0';
  const unicode = graph.addCompressed({}, unicodeMap(characters, isComposite ? 2 : 1));
  if (isComposite) return { ...composite(graph, font), ToUnicode: unicode };
  const descriptor = copyDescriptor(graph, source.entry(font, 'FontDescriptor'));
  return { ...copyNamed(source, font, SIMPLE), FontDescriptor: descriptor, ToUnicode: unicode };
}

function composite(graph: Graph, font: PDFDict): Record<string, PdfValue> {
  const { source } = graph;
  const own = source.dict(source.list(source.entry(font, 'DescendantFonts'))[0]);
  const isTrueType = source.name(source.entry(own, 'Subtype')) === 'CIDFontType2';
  const glyphs = source.entry(own, 'CIDToGIDMap');
  const info = copyEntries(source, source.dict(source.entry(own, 'CIDSystemInfo')), [
    'Registry',
    'Ordering',
    'Supplement',
  ]);
  const descendant = graph.add({
    ...copyNamed(source, own, DESCENDANT),
    CIDSystemInfo: { Registry: '(Adobe)', Ordering: '(Identity)', Supplement: '0', ...info },
    FontDescriptor: copyDescriptor(graph, source.entry(own, 'FontDescriptor')),
    // The default is the identity, but PDF/A requires it explicitly (ISO 19005-3, 6.2.11.3.2).
    ...(isTrueType && { CIDToGIDMap: copyStream(graph, 'glyphs', glyphs, [], MAX_MAP) ?? '/Identity' }),
  });
  const encoding = copyPlain(source, source.entry(font, 'Encoding')) ?? '/Identity-H';
  return { ...copyNamed(source, font, COMPOSITE), Encoding: encoding, DescendantFonts: [descendant] };
}

/** Copies the named entries of a font, with its name in ASCII. */
function copyNamed(source: Source, dict: PDFDict | undefined, keys: readonly string[]): Record<string, PdfValue> {
  const entries = copyEntries(source, dict, keys);
  for (const key of ['BaseFont', 'FontName']) {
    const name = entries[key];
    if (typeof name === 'string' && name.startsWith('/')) entries[key] = fontName(name);
  }
  return entries;
}

function copyDescriptor(graph: Graph, value: Raw): PdfValue {
  const { source } = graph;
  return graph.once('descriptor', value, () => {
    const dict = source.dict(value);
    const key = PROGRAMS.find((entry) => source.stream(source.entry(dict, entry)));
    if (!key) throw broken('a font has no program');
    const program = copyProgram(graph, source.entry(dict, key));
    return graph.add({ ...copyNamed(source, dict, DESCRIPTOR), [key]: program });
  });
}

/** Copies a font program, which several fonts can share. */
function copyProgram(graph: Graph, value: Raw): number {
  const { source } = graph;
  return graph.once('program', value, () => {
    const stream = source.stream(value);
    if (!stream) throw broken('a font has no program');
    const data = decodeBytes(source, stream, MAX_PROGRAM);
    graph.spend('bytes', data.length);
    return graph.addCompressed(copyEntries(source, stream.dict, PROGRAM_KEYS), data);
  });
}
