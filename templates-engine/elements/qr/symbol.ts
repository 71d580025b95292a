import type { QRCodeMaskPattern } from 'qrcode';
import CorrectionCode from 'qrcode/lib/core/error-correction-code.js';
import CorrectionLevel from 'qrcode/lib/core/error-correction-level.js';
import MaskPattern from 'qrcode/lib/core/mask-pattern.js';
// Imports the core only, because the renderers are half of the package.
import QRCode, { type BitMatrix } from 'qrcode/lib/core/qrcode.js';
import Utils from 'qrcode/lib/core/utils.js';
import type { Level, Structure } from './codewords.ts';

/**
 * Modules as bits, 1 is dark: all rows, then all columns. A word holds 32 modules of a line, the first in its lowest bit. The first words
 * of all lines come first, then the second words of all lines, and so on.
 */
export type SymbolBits = Int32Array;

/** Parts of a symbol that depend only on its version and level. */
export interface SymbolParts {
  size: number;
  structure: Structure;
  /** For each mask: everything except the data, which is XORed with it. */
  masks: readonly SymbolBits[];
  /** Bits of a symbol that each bit of the codewords sets: one in a row, and one in a column. */
  places: Uint32Array;
}

const MASKS: readonly QRCodeMaskPattern[] = [0, 1, 2, 3, 4, 5, 6, 7];
/** Column of a timing pattern, which has no data. */
const TIMING = 6;

/** At most 80 entries of at most 350 KB. */
const known = new Map<string, SymbolParts>();

/** Returns the parts of symbols of a version and level. */
export function partsOf(version: number, level: Level): SymbolParts {
  const key = `${version} ${level}`;
  const parts = known.get(key) ?? makeParts(version, level);
  known.set(key, parts);
  return parts;
}

function makeParts(version: number, level: Level): SymbolParts {
  const matrices = MASKS.map((mask) => withoutData(version, level, mask));
  const [{ size, reservedBit }] = matrices as [BitMatrix];
  const correctionLevel = CorrectionLevel.from(level);
  return {
    size,
    structure: {
      version,
      codewords: Utils.getSymbolTotalCodewords(version),
      correctionCodewords: CorrectionCode.getTotalCodewordsCount(version, correctionLevel),
      blocks: CorrectionCode.getBlocksCount(version, correctionLevel),
    },
    masks: matrices.map(({ data }) => symbolOf(data, size)),
    places: dataPlaces(reservedBit, size),
  };
}

/** Returns a masked symbol whose codewords are all 0. */
function withoutData(version: number, errorCorrectionLevel: Level, mask: QRCodeMaskPattern): BitMatrix {
  const options = { version, errorCorrectionLevel, maskPattern: mask };
  const { modules } = QRCode.create([{ mode: 'numeric', data: '0' }], options);
  for (const [at, isReserved] of modules.reservedBit.entries()) if (!isReserved) modules.data[at] = 0;
  MaskPattern.applyMask(mask, modules);
  return modules;
}

function symbolOf(data: Uint8Array, size: number): SymbolBits {
  const symbol = new Int32Array(2 * wordsPerLine(size) * size);
  for (const [at, module] of data.entries())
    if (module) for (const place of placesOf(Math.floor(at / size), at % size, size)) setBit(symbol, place);
  return symbol;
}

/** Returns the number of words in a row or column. */
export const wordsPerLine = (size: number): number => Math.ceil(size / 32);

/** Returns the bits of a module: in its row and in its column. */
function placesOf(row: number, column: number, size: number): [number, number] {
  const columns = wordsPerLine(size);
  return [
    ((column >> 5) * size + row) * 32 + (column & 31),
    ((columns + (row >> 5)) * size + column) * 32 + (row & 31),
  ];
}

/** Makes a module dark in one of its places. */
export function setBit(symbol: SymbolBits, place: number): void {
  symbol[place >> 5] = (symbol[place >> 5] ?? 0) | (1 << (place & 31));
}

/** Returns the places of data in their order: in columns of two modules, upwards and downwards in turns, from the right (7.7.3). */
function dataPlaces(reserved: Uint8Array, size: number): Uint32Array {
  const places: number[] = [];
  const last = size - 1;
  for (let right = last, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === TIMING) right--;
    for (let step = 0; step < size; step++) {
      const row = isUp ? last - step : step;
      for (const column of [right, right - 1])
        if (!reserved[row * size + column]) places.push(...placesOf(row, column, size));
    }
  }
  return Uint32Array.from(places);
}
