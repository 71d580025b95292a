import { broken } from './fault.ts';

/** Undoes a TIFF or PNG predictor (ISO 32000-1, 7.4.4.4). `parameter` returns an entry of DecodeParms. */
export function undoPredictor(data: Uint8Array, parameter: (key: string) => number | undefined): Uint8Array {
  const predictor = parameter('Predictor') ?? 1;
  if (predictor === 1) return data;
  const [colors, bits, columns] = [
    parameter('Colors') ?? 1,
    parameter('BitsPerComponent') ?? 8,
    parameter('Columns') ?? 1,
  ];
  const isSound = [colors, bits, columns].every((value) => Number.isInteger(value) && value >= 1);
  if (!isSound || colors > 64 || bits > 16 || columns > 1_000_000) throw broken('a predictor has invalid parameters');
  const pixel = Math.max(1, (colors * bits) >> 3);
  const row = Math.ceil((colors * bits * columns) / 8);
  return predictor === 2 ? undoTiff(data, row, colors, bits) : undoPng(data, row, pixel);
}

function undoPng(data: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = Math.ceil(data.length / (row + 1));
  const out = new Uint8Array(rows * row);
  for (let index = 0; index < rows; index++) {
    const from = index * (row + 1);
    const filter = data[from];
    const [to, above] = [index * row, (index - 1) * row];
    for (let at = 0; at < row; at++) {
      const left = at >= pixel ? (out[to + at - pixel] ?? 0) : 0;
      const up = index > 0 ? (out[above + at] ?? 0) : 0;
      const corner = index > 0 && at >= pixel ? (out[above + at - pixel] ?? 0) : 0;
      out[to + at] = (data[from + 1 + at] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return out;
}

function predicted(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function undoTiff(data: Uint8Array, row: number, colors: number, bits: number): Uint8Array {
  if (bits !== 8) throw broken('a TIFF predictor does not have 8 bits');
  const out = Uint8Array.from(data);
  for (let from = 0; from < out.length; from += row) {
    for (let at = from + colors; at < Math.min(out.length, from + row); at++)
      out[at] = (out[at] ?? 0) + (out[at - colors] ?? 0);
  }
  return out;
}
