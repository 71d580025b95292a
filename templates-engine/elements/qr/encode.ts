import { LRUCache } from 'lru-cache';
import ErrorCorrectionLevel from 'qrcode/lib/core/error-correction-level.js';
import Mode from 'qrcode/lib/core/mode.js';
import Version from 'qrcode/lib/core/version.js';
import { type Box, SCALE } from '../../graphics/geometry.ts';
import type { QrModules } from '../../scene/scene.ts';
import { codewordsOf, type Level, type Segment } from './codewords.ts';
import { penaltyOf } from './penalty.ts';
import { partsOf, type SymbolBits, setBit } from './symbol.ts';

/** Error correction levels, strongest first. L gives larger modules where those of M would be too small. */
export const LEVELS: readonly Level[] = ['M', 'L'];

/** Encodes a text in the densest mode that covers all of it, so that the size of the code depends only on its length. */
function segmentOf(value: string): Segment {
  if (/^\d*$/.test(value)) return { mode: 'numeric', data: value };
  if (/^[0-9A-Z $%*+\-./:]*$/.test(value)) return { mode: 'alphanumeric', data: value };
  return { mode: 'byte', data: Buffer.from(value) };
}

/** Returns the number of modules per side, or Infinity if no code can hold the text. Fast, because the validation of values calls it. */
export function modulesPerSide(value: string, level: Level): number {
  const version = versionFor(segmentOf(value), level);
  return version === undefined ? Number.POSITIVE_INFINITY : 17 + 4 * version;
}

function versionFor({ mode, data }: Segment, level: Level): number | undefined {
  const segments = [{ mode: Mode.from(mode), getLength: () => data.length }];
  return Version.getBestVersionForData(segments, ErrorCorrectionLevel.from(level));
}

/** Symbols by level and text, because the PDF and the PNG of a certificate have the same one. */
const recent = new LRUCache<string, { size: number; rows: QrModules['rows'] }>({ max: 16 });

/**
 * Module size in pixels below which all modules get the same number of pixels. Scanners misread small modules of 2 and 3 pixels beside each
 * other; from 2.5 pixels on, the code would become too much smaller than its box.
 */
const MIN_UNEVEN = 2.5;

/**
 * Encodes a text as a code in the middle of a square box, with a quiet zone of at least `quiet` modules around it. Small modules have whole
 * pixels of the PNG.
 */
export function encodeQr(value: string, level: Level, box: Box, quiet: number): QrModules {
  const key = `${level}${value}`;
  const { size, rows } = recent.get(key) ?? encode(value, level);
  recent.set(key, { size, rows });
  const unit = unitFor(box.width / (size + 2 * quiet));
  const margin = (box.width - size * unit) / 2;
  return { x: box.x + margin, y: box.y + margin, unit, rows };
}

function unitFor(largest: number): number {
  const pixels = largest * SCALE;
  return pixels >= 2 && pixels < MIN_UNEVEN ? Math.floor(pixels) / SCALE : largest;
}

/** Encodes a text with the mask of the lowest penalty (ISO/IEC 18004, 7.8.3). */
export function encode(value: string, level: Level): { size: number; rows: QrModules['rows'] } {
  const segment = segmentOf(value);
  const version = versionFor(segment, level);
  if (version === undefined) throw new Error('No QR code holds the text');
  const { size, structure, masks, places } = partsOf(version, level);
  const data = placed(codewordsOf(segment, structure), places, masks[0]?.length ?? 0);
  let [best, candidate] = [new Int32Array(data.length), new Int32Array(data.length)];
  let lowest = Number.POSITIVE_INFINITY;
  for (const mask of masks) {
    for (let at = 0; at < data.length; at++) candidate[at] = (data[at] ?? 0) ^ (mask[at] ?? 0);
    const penalty = penaltyOf(candidate, size, lowest);
    if (penalty < lowest) [best, candidate, lowest] = [candidate, best, penalty];
  }
  return { size, rows: Array.from({ length: size }, (_, row) => runs(best, row, size)) };
}

function placed(codewords: Uint8Array, places: Uint32Array, length: number): SymbolBits {
  const symbol = new Int32Array(length);
  for (let at = 0; at < codewords.length; at++) {
    const codeword = codewords[at] ?? 0;
    for (let bit = 0; bit < 8; bit++) {
      if (((codeword << bit) & 0x80) === 0) continue;
      setBit(symbol, places[16 * at + 2 * bit] ?? 0);
      setBit(symbol, places[16 * at + 2 * bit + 1] ?? 0);
    }
  }
  return symbol;
}

function runs(symbol: SymbolBits, row: number, size: number): [number, number][] {
  const isDark = (at: number) => at < size && (((symbol[(at >> 5) * size + row] ?? 0) >>> (at & 31)) & 1) === 1;
  const found: [number, number][] = [];
  for (let at = 0; at < size; at++) {
    const from = at;
    while (isDark(at)) at++;
    if (at > from) found.push([from, at]);
  }
  return found;
}
