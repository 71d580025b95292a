import ErrorCorrectionLevel from 'qrcode/lib/core/error-correction-level.js';
import Mode from 'qrcode/lib/core/mode.js';
import Version from 'qrcode/lib/core/version.js';
import type { Box } from '../../graphics/geometry.ts';
import type { QrModules } from '../../scene/scene.ts';
import { encodeModules } from './best-mask.ts';

/** Error correction levels, the stronger first: L makes larger modules, for where those of M would be too small. */
export const LEVELS = ['M', 'L'] as const;
export type Level = (typeof LEVELS)[number];

type Segment = { mode: 'numeric' | 'alphanumeric'; data: string } | { mode: 'byte'; data: Buffer };

/** A text in the densest mode that holds all of it: the code's size then depends on its length alone. */
function segmentsOf(value: string): Segment[] {
  if (/^\d*$/.test(value)) return [{ mode: 'numeric', data: value }];
  if (/^[0-9A-Z $%*+\-./:]*$/.test(value)) return [{ mode: 'alphanumeric', data: value }];
  return [{ mode: 'byte', data: Buffer.from(value) }];
}

/** Modules along a code's side; Infinity where no code holds the text. Quick: checking values asks it. */
export function modulesPerSide(value: string, errorCorrectionLevel: Level): number {
  const segments = segmentsOf(value).map(({ mode, data }) => ({ mode: Mode.from(mode), getLength: () => data.length }));
  const version = Version.getBestVersionForData(segments, ErrorCorrectionLevel.from(errorCorrectionLevel));
  return version === undefined ? Number.POSITIVE_INFINITY : 17 + 4 * version;
}

/** The code of a text in a square box, with a quiet zone of so many modules around it. */
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
