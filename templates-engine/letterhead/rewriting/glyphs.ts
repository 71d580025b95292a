import type { PDFDict } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { charactersOf, glyphNamesOf, unicodeMap, withPrivate } from '../fonts/unicode.ts';
import { simpleWidths } from '../fonts/widths.ts';
import { copyEntries } from '../reading/generic.ts';
import type { Rewritten } from '../reading/graph.ts';
import type { Raw } from '../reading/source.ts';
import { realToken } from './outlines.ts';
import type { Streams, Surroundings } from './streams.ts';

const KEYS = ['Type', 'Subtype', 'FontBBox', 'FontMatrix'];

/**
 * Copies a font whose glyphs are content streams (Type 3, ISO 32000-1, 9.6.5). Each code gets a glyph of its own with the width and the
 * character that PDF/A and PDF/UA require (ISO 19005-3, 6.2.11.5; ISO 14289-1, 7.21.7). `used` are codes that need one in any case.
 */
export function copyGlyphs({ graph, resources, open }: Surroundings, value: Raw, used: readonly number[]): PdfValue {
  const { source } = graph;
  return graph.once('font', value, () => {
    const dict = source.dict(value) as PDFDict;
    const widths = simpleWidths(source, dict) ?? (() => 0);
    const streams = open(source.dict(source.entry(dict, 'Resources')) ?? resources);
    const procedures = source.dict(source.entry(dict, 'CharProcs'));
    const known = source.entries(procedures).map(([name]) => name);
    const names = glyphNamesOf(source, dict, known);
    const glyphOf = (code: number) => source.entry(procedures, names.get(code) ?? '');
    const codes = CODES.filter((code) => source.stream(glyphOf(code)) || widths(code) !== 0 || used.includes(code));
    const glyphs = codes.map((code): [string, PdfValue] => {
      const width = realToken(widths(code));
      const glyph = glyphOf(code);
      const add = () => graph.addContent({}, withWidth(rewritten(source.stream(glyph), streams), width));
      return [`g${code}`, graph.once(`glyph ${width}`, glyph, add)];
    });
    const characters = withPrivate(charactersOf(graph, dict, false), codes);
    return graph.add({
      ...copyEntries(source, dict, KEYS),
      FirstChar: String(codes[0] ?? 0),
      LastChar: String(codes.at(-1) ?? 0),
      Widths: CODES.slice(codes[0] ?? 0, (codes.at(-1) ?? 0) + 1).map((code) => realToken(widths(code))),
      Encoding: { Type: '/Encoding', Differences: codes.flatMap((code) => [String(code), `/g${code}`]) },
      CharProcs: Object.fromEntries(glyphs),
      Resources: streams.resources(),
      ToUnicode: graph.addCompressed({}, unicodeMap(characters, 1)),
    });
  });
}

const CODES = Array.from({ length: 256 }, (_, code) => code);

type Stream = Parameters<Streams['rewrite']>[0][number];

const rewritten = (stream: Stream | undefined, streams: Streams): Rewritten =>
  stream ? streams.rewrite([stream]) : { content: Buffer.alloc(0), operations: 1 };

/** Replaces the width at the start of a glyph. */
function withWidth({ content, operations }: Rewritten, width: string): Rewritten {
  const text = content.toString('latin1');
  const metrics = /^\S+ (\S+ )(?=d0|(?:\S+ ){4}d1)/;
  const own = metrics.test(text) ? text.replace(metrics, `${width} $1`) : `${width} 0 d0\n${text}`;
  return { content: Buffer.from(own, 'latin1'), operations };
}
