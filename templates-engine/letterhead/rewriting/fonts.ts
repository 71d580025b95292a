import type { PDFDict } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { broken } from '../reading/fault.ts';
import { decodeBytes } from '../reading/filters.ts';
import type { Graph } from '../reading/graph.ts';
import type { Raw } from '../reading/source.ts';
import { copyEntries, copyPlain, copyStream } from './generic.ts';
import { copyGlyphs } from './glyphs.ts';
import type { Surroundings } from './streams.ts';
import { copyUnicode } from './unicode.ts';

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

/** Copies a used font (ISO 32000-1, 9.5 to 9.10) with its program. Records a font without a program in the graph. */
export function copyFont(around: Surroundings, value: Raw): PdfValue {
  const { graph } = around;
  const { source } = graph;
  return graph.once('font', value, () => {
    const dict = source.dict(value);
    if (!dict) throw broken('a font is missing');
    switch (source.name(source.entry(dict, 'Subtype'))) {
      case 'Type0':
        return composite(graph, dict);
      case 'Type3':
        return copyGlyphs(around, dict);
      case 'Type1':
      case 'MMType1':
      case 'TrueType':
        return graph.add({
          ...copyEntries(source, dict, SIMPLE),
          FontDescriptor: descriptor(graph, source.entry(dict, 'FontDescriptor'), nameOfFont(graph, dict)),
          ...copyUnicode(graph, dict, 1),
        });
      default:
        throw broken('a font has an unknown type');
    }
  });
}

function composite(graph: Graph, dict: PDFDict): PdfValue {
  const { source } = graph;
  const [descendant] = source.list(source.entry(dict, 'DescendantFonts'));
  const own = source.dict(descendant);
  if (!own) throw broken('a font has no descendant');
  const encoding = source.entry(dict, 'Encoding');
  const map = source.stream(encoding)
    ? copyStream(graph, 'encoding', encoding, ['Type', 'CMapName', 'CIDSystemInfo', 'WMode', 'UseCMap'], MAX_MAP)
    : copyPlain(source, encoding);
  const isTrueType = source.name(source.entry(own, 'Subtype')) === 'CIDFontType2';
  const glyphs = source.entry(own, 'CIDToGIDMap');
  const font = graph.add({
    ...copyEntries(source, own, DESCENDANT),
    CIDSystemInfo: systemInfo(graph, own),
    FontDescriptor: descriptor(graph, source.entry(own, 'FontDescriptor'), nameOfFont(graph, dict)),
    // The default is the identity, but PDF/A requires it explicitly (ISO 19005-3, 6.2.11.3.2).
    ...(isTrueType && { CIDToGIDMap: copyStream(graph, 'glyphs', glyphs, [], MAX_MAP) ?? '/Identity' }),
  });
  return graph.add({
    ...copyEntries(source, dict, COMPOSITE),
    Encoding: map ?? '/Identity-H',
    DescendantFonts: [font],
    ...copyUnicode(graph, dict, 2),
  });
}

function systemInfo({ source }: Graph, font: PDFDict): PdfValue {
  const info = copyEntries(source, source.dict(source.entry(font, 'CIDSystemInfo')), [
    'Registry',
    'Ordering',
    'Supplement',
  ]);
  return { Registry: '(Adobe)', Ordering: '(Identity)', Supplement: '0', ...info };
}

function descriptor(graph: Graph, value: Raw, name: string): PdfValue {
  const { source } = graph;
  return graph.once('descriptor', value, () => {
    const dict = source.dict(value);
    const key = PROGRAMS.find((entry) => source.stream(source.entry(dict, entry)));
    if (!dict || !key) {
      graph.missingFonts.add(name);
      return 'null';
    }
    const program = copyProgram(graph, source.entry(dict, key));
    return graph.add({ ...copyEntries(source, dict, DESCRIPTOR), [key]: program });
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

/** Returns the name of a font for people, without the prefix of a subset. */
function nameOfFont({ source }: Graph, dict: PDFDict): string {
  const name = source.name(source.entry(dict, 'BaseFont')) ?? 'a font without a name';
  return decodeURIComponentOf(name.replace(/^[A-Z]{6}\+/, '')).slice(0, 80);
}

/** Resolves escapes in a name, as in `#20`. */
const decodeURIComponentOf = (name: string): string =>
  name.replaceAll(/#([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
