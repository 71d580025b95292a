import type { PDFDict } from 'pdf-lib';
import type { Raw, Source } from '../reading/source.ts';

/** Returns the declared widths of a simple font in thousandths of an em; null without widths. */
export function simpleWidths(source: Source, font: PDFDict): ((code: number) => number) | null {
  const widths = source.array(source.entry(font, 'Widths'));
  const first = source.number(source.entry(font, 'FirstChar')) ?? 0;
  if (!widths) return null;
  const missing = source.entry(source.dict(source.entry(font, 'FontDescriptor')), 'MissingWidth');
  return (code) => source.number(widths[code - first]) ?? source.number(missing) ?? 0;
}

/** Metrics of a CID in thousandths of an em. The origin of vertical writing is relative to that of horizontal writing. */
export interface CidMetrics {
  width(cid: number): number;
  vertical(cid: number): { advance: number; x: number; y: number };
}

/** Reads the metrics of a CIDFont (ISO 32000-1, 9.7.4.3). */
export function cidMetrics(source: Source, font: PDFDict): CidMetrics {
  const widths = readRuns(source, source.entry(font, 'W'), 1);
  const heights = readRuns(source, source.entry(font, 'W2'), 3);
  const usual = source.number(source.entry(font, 'DW')) ?? 1000;
  const [y = 880, advance = -1000] = source.numbers(source.entry(font, 'DW2')) ?? [];
  const width = (cid: number) => widths.get(cid)?.[0] ?? usual;
  return {
    width,
    vertical: (cid) => {
      const [own = advance, x = width(cid) / 2, height = y] = heights.get(cid) ?? [];
      return { advance: own, x, y: height };
    },
  };
}

const MAX_CIDS = 65_536;

/** Reads an array like W or W2, whose entries have `size` numbers for each CID. */
function readRuns(source: Source, value: Raw, size: number): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  const items = source.array(value) ?? [];
  for (let at = 0; at < items.length; ) {
    const first = source.number(items[at]) ?? 0;
    const list = source.array(items[at + 1]);
    if (list) {
      const numbers = list.map((item) => source.number(item) ?? 0);
      for (let index = 0; (index + 1) * size <= numbers.length && index < MAX_CIDS; index++)
        runs.set(first + index, numbers.slice(index * size, (index + 1) * size));
      at += 2;
    } else {
      const last = Math.min(source.number(items[at + 1]) ?? first, first + MAX_CIDS);
      const numbers = items.slice(at + 2, at + 2 + size).map((item) => source.number(item) ?? 0);
      for (let cid = first; cid <= last && runs.size <= MAX_CIDS; cid++) runs.set(cid, numbers);
      at += 2 + size;
    }
  }
  return runs;
}
