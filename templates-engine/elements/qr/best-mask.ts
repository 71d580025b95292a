import type { QRCodeMaskPattern, QRCodeSegment } from 'qrcode';
// Imports the core only, because the renderers are half of the package.
import QRCode from 'qrcode/lib/core/qrcode.js';

/** Error correction level. */
export type Level = 'M' | 'L';

/** Modules of a code, row by row. 1 is dark. */
export interface Modules {
  size: number;
  data: Uint8Array;
}

const MASKS: readonly QRCodeMaskPattern[] = [0, 1, 2, 3, 4, 5, 6, 7];

/** Weights of the penalties (ISO/IEC 18004, 7.8.3.1), with the values of the package. */
const [RUN, BLOCK, FINDER, PROPORTION] = [3, 3, 40, 10];
/** Modules of a finder pattern, with four light modules after it or before it. */
const [WITH_LIGHT_AFTER, WITH_LIGHT_BEFORE] = [0x5d0, 0x05d];

/**
 * Encodes segments with the mask that the package itself would choose, in a third of its time. The difference between two masks depends
 * only on size and level, so it is cached. Adding up penalties stops when they reach those of the best mask so far.
 */
export function encodeModules(segments: QRCodeSegment[], errorCorrectionLevel: Level): Modules {
  const first = encodeWithMask(segments, errorCorrectionLevel, 0);
  const { size } = first;
  let best = first.data;
  let lowest = Number.POSITIVE_INFINITY;
  for (const difference of differencesOf(first, segments, errorCorrectionLevel)) {
    const masked = new Uint8Array(best.length);
    for (let at = 0; at < masked.length; at++) masked[at] = (first.data[at] ?? 0) ^ (difference[at] ?? 0);
    const penalty = penaltyOf(masked, size, lowest);
    if (penalty < lowest) [lowest, best] = [penalty, masked];
  }
  return { size, data: best };
}

function encodeWithMask(
  segments: QRCodeSegment[],
  errorCorrectionLevel: Level,
  maskPattern: QRCodeMaskPattern,
): Modules {
  const { size, data } = QRCode.create(segments, { errorCorrectionLevel, maskPattern }).modules;
  return { size, data };
}

/**
 * Modules that each mask changes relative to the first, including format information. The key is size and level, so there are at most 80
 * entries.
 */
const differences = new Map<string, Uint8Array[]>();

function differencesOf(first: Modules, segments: QRCodeSegment[], level: Level): Uint8Array[] {
  const key = `${first.size} ${level}`;
  const known = differences.get(key);
  if (known) return known;
  const made = MASKS.map((mask) =>
    encodeWithMask(segments, level, mask).data.map((module, at) => module ^ (first.data[at] ?? 0)),
  );
  differences.set(key, made);
  return made;
}

/** Returns the sum of the penalties. Stops early when the sum reaches `limit`. */
function penaltyOf(data: Uint8Array, size: number, limit: number): number {
  let dark = 0;
  for (const module of data) dark += module;
  let penalty = Math.abs(Math.ceil((dark * 100) / data.length / 5) - 10) * PROPORTION;
  for (let line = 0; line < size && penalty < limit; line++) {
    penalty += linePenalty(data, line * size, 1, size) + linePenalty(data, line, size, size);
    if (line > 0) penalty += blocks(data, line * size, size) * BLOCK;
  }
  return penalty;
}

/** Returns the penalty of a row or column for runs of at least five modules of one colour, and for patterns like a finder pattern. */
function linePenalty(data: Uint8Array, from: number, step: number, size: number): number {
  let [points, run, last, bits] = [0, 0, -1, 0];
  for (let index = 0, at = from; index < size; index++, at += step) {
    const module = data[at] ?? 0;
    if (module === last) run++;
    else {
      if (run >= 5) points += RUN + run - 5;
      [last, run] = [module, 1];
    }
    bits = ((bits << 1) & 0x7ff) | module;
    if (index >= 10 && (bits === WITH_LIGHT_AFTER || bits === WITH_LIGHT_BEFORE)) points += FINDER;
  }
  return run >= 5 ? points + RUN + run - 5 : points;
}

/** Counts the squares of 2 × 2 modules of one colour in a row and the row above it. */
function blocks(data: Uint8Array, row: number, size: number): number {
  let count = 0;
  for (let at = row + 1; at < row + size; at++) {
    const sum = (data[at] ?? 0) + (data[at - 1] ?? 0) + (data[at - size] ?? 0) + (data[at - size - 1] ?? 0);
    if (sum === 0 || sum === 4) count++;
  }
  return count;
}
