import { PDFContext, PDFDict, PDFObjectParser } from 'pdf-lib';
import { broken } from '../reading/fault.ts';
import { filtersOf } from '../reading/filters.ts';
import type { Graph } from '../reading/graph.ts';
import type { FindSpace } from './color-spaces.ts';
import { copyImage } from './images.ts';
import type { Lexer } from './lexer.ts';

/** Abbreviated keys of inline images (ISO 32000-1, table 93). */
const KEYS: Record<string, string> = {
  BPC: 'BitsPerComponent',
  CS: 'ColorSpace',
  D: 'Decode',
  DP: 'DecodeParms',
  F: 'Filter',
  H: 'Height',
  IM: 'ImageMask',
  I: 'Interpolate',
  W: 'Width',
};
const COMPONENTS: Record<string, number> = { G: 1, DeviceGray: 1, RGB: 3, DeviceRGB: 3, CMYK: 4, DeviceCMYK: 4 };

/** Copies an inline picture as a separate object. The lexer must be positioned after `BI`. */
export function copyInlineImage(graph: Graph, lexer: Lexer, find: FindSpace): number {
  const entries = lexer.inlineEntries();
  const dict = dictOf(entries);
  const length = plainLength(graph, dict);
  const contents = lexer.inlineData(length);
  return copyImage(graph, { dict, contents }, find);
}

function dictOf(tokens: readonly string[]): PDFDict {
  const pairs: string[] = [];
  for (let at = 0; at + 1 < tokens.length; at += 2) {
    const key = tokens[at]?.slice(1) ?? '';
    pairs.push(`/${KEYS[key] ?? key} ${tokens[at + 1]}`);
  }
  const dict = PDFObjectParser.forBytes(
    Buffer.from(`<< ${pairs.join(' ')} >>`, 'latin1'),
    PDFContext.create(),
  ).parseObject();
  if (!(dict instanceof PDFDict)) throw broken('an inline picture is damaged');
  return dict;
}

/** Returns the length of unfiltered data; null for other data, whose end must be searched for. */
function plainLength({ source }: Graph, dict: PDFDict): number | null {
  if (filtersOf(source, dict).length > 0) return null;
  const number = (key: string) => source.number(source.entry(dict, key));
  const isMask = source.boolean(source.entry(dict, 'ImageMask')) ?? false;
  const space = source.name(source.entry(dict, 'ColorSpace'));
  const isIndexed = source.array(source.entry(dict, 'ColorSpace')) !== undefined;
  const components = isMask || isIndexed ? 1 : COMPONENTS[space ?? ''];
  if (components === undefined) return null;
  const bits = isMask ? 1 : (number('BitsPerComponent') ?? 8);
  return Math.ceil(((number('Width') ?? 0) * components * bits) / 8) * (number('Height') ?? 0);
}
