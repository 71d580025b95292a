import type { QRCodeMaskPattern, QRCodeSegment } from 'qrcode';
// Without the package's renderers, which are half of it.
import QRCode from 'qrcode/lib/core/qrcode.js';
import type { Level } from './encode.ts';

/** The modules of a code, row by row: 1 is dark. */
export interface Modules {
  size: number;
  data: Uint8Array;
}

const MASKS: readonly QRCodeMaskPattern[] = [0, 1, 2, 3, 4, 5, 6, 7];

/** Weights of the penalties (ISO/IEC 18004, 7.8.3.1), as the package has them. */
const [RUN, BLOCK, FINDER, PROPORTION] = [3, 3, 40, 10];
/** A finder pattern's dark and light modules, with four light ones after it, or before it. */
const [WITH_LIGHT_AFTER, WITH_LIGHT_BEFORE] = [0x5d0, 0x05d];

/**
 * A code with the mask that the package itself would choose, in a third of its time: what another mask changes depends on the
 * code's size and level alone, and the penalties of a mask are not added up beyond those of a better one.
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

/** By size and level, at most 80: the modules that each mask changes beside the first, its format information included. */
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

/** The sum of the penalties; as soon as it reaches the limit, what it has come to. */
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

/** Runs of five modules or more of one colour, and what looks like a finder pattern, in a row or a column. */
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

/** Squares of two by two modules of one colour, in a row and the one above it. */
function blocks(data: Uint8Array, row: number, size: number): number {
  let count = 0;
  for (let at = row + 1; at < row + size; at++) {
    const sum = (data[at] ?? 0) + (data[at - 1] ?? 0) + (data[at - size] ?? 0) + (data[at - size - 1] ?? 0);
    if (sum === 0 || sum === 4) count++;
  }
  return count;
}
