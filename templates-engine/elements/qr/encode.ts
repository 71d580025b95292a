import ErrorCorrectionLevel from 'qrcode/lib/core/error-correction-level.js';
import Mode from 'qrcode/lib/core/mode.js';
import Version from 'qrcode/lib/core/version.js';
import type { Box } from '../../graphics/geometry.ts';
import type { QrModules } from '../../scene/scene.ts';
import { encodeModules, type Level } from './best-mask.ts';

/** Error correction levels, strongest first. L gives larger modules where those of M would be too small. */
export const LEVELS: readonly Level[] = ['M', 'L'];

type Segment = { mode: 'numeric' | 'alphanumeric'; data: string } | { mode: 'byte'; data: Buffer };

/** Encodes a text in the densest mode that covers all of it, so that the size of the code depends only on its length. */
function segmentsOf(value: string): Segment[] {
  if (/^\d*$/.test(value)) return [{ mode: 'numeric', data: value }];
  if (/^[0-9A-Z $%*+\-./:]*$/.test(value)) return [{ mode: 'alphanumeric', data: value }];
  return [{ mode: 'byte', data: Buffer.from(value) }];
}

/** Returns the number of modules per side, or Infinity if no code can hold the text. Fast, because the validation of values calls it. */
export function modulesPerSide(value: string, errorCorrectionLevel: Level): number {
  const segments = segmentsOf(value).map(({ mode, data }) => ({ mode: Mode.from(mode), getLength: () => data.length }));
  const version = Version.getBestVersionForData(segments, ErrorCorrectionLevel.from(errorCorrectionLevel));
  return version === undefined ? Number.POSITIVE_INFINITY : 17 + 4 * version;
}

/** Encodes a text as a code in a square box, with a quiet zone of `quiet` modules around it. */
export function encodeQr(value: string, errorCorrectionLevel: Level, box: Box, quiet: number): QrModules {
  const { size, data } = encodeModules(segmentsOf(value), errorCorrectionLevel);
  const unit = box.width / (size + 2 * quiet);
  const rows = Array.from({ length: size }, (_, row) => runs(data.subarray(row * size, (row + 1) * size)));
  return { x: box.x + quiet * unit, y: box.y + quiet * unit, unit, rows };
}

function runs(modules: Uint8Array): [number, number][] {
  const found: [number, number][] = [];
  for (let at = 0; at < modules.length; at++) {
    const from = at;
    while (modules[at]) at++;
    if (at > from) found.push([from, at]);
  }
  return found;
}
