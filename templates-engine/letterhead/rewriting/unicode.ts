import type { PDFDict } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import type { Graph } from '../reading/graph.ts';
import { copyStream } from './generic.ts';

const MAX_MAP = 2_000_000;
/** Start of a private use plane, for codes of a font whose characters are unknown. */
const PRIVATE = 0xf0000;

/**
 * Returns the ToUnicode entry of a font, which PDF/UA requires (ISO 14289-1, 7.21.7). A font without any mapping of its codes to characters
 * gets private use characters.
 */
export function copyUnicode(graph: Graph, dict: PDFDict, bytes: 1 | 2): Record<string, PdfValue> {
  const map = copyStream(graph, 'unicode', graph.source.entry(dict, 'ToUnicode'), ['CMapName', 'UseCMap'], MAX_MAP);
  if (map !== null) return { ToUnicode: map };
  return bytes === 1 && hasEncoding(graph, dict) ? {} : { ToUnicode: graph.addCompressed({}, privateMap(bytes)) };
}

/** Returns true if the codes appear to have standard glyph names. */
function hasEncoding({ source }: Graph, dict: PDFDict): boolean {
  const encoding = source.entry(dict, 'Encoding');
  if (source.name(encoding)) return true;
  const own = source.dict(encoding);
  const names = source.list(source.entry(own, 'Differences')).flatMap((item) => source.name(item) ?? []);
  return (
    own !== undefined && names.every((name) => /^([A-Z]?[a-z]+|[A-Z]{1,2}|uni[0-9A-F]{4}|u[0-9A-F]{4,6})$/.test(name))
  );
}

function privateMap(bytes: 1 | 2): Uint8Array {
  const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');
  const utf16 = (code: number) =>
    Buffer.from(String.fromCodePoint(code), 'utf16le').swap16().toString('hex').toUpperCase();
  const ranges = Array.from({ length: bytes === 1 ? 1 : 256 }, (_, row) => {
    const [from, to] = [row * 256, row * 256 + 255].map((code) => hex(code, bytes * 2));
    return `<${from}> <${to}> <${utf16(PRIVATE + row * 256)}>`;
  });
  const blocks: string[] = [];
  for (let at = 0; at < ranges.length; at += 100) {
    const block = ranges.slice(at, at + 100);
    blocks.push(`${block.length} beginbfrange\n${block.join('\n')}\nendbfrange`);
  }
  const text = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange
<${hex(0, bytes * 2)}> <${hex(256 ** bytes - 1, bytes * 2)}>
endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`;
  return Buffer.from(text, 'latin1');
}
