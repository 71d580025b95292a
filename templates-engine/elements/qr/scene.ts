import QRCode from 'qrcode';
import ErrorCorrectionLevel from 'qrcode/lib/core/error-correction-level.js';
import Mode from 'qrcode/lib/core/mode.js';
import Version from 'qrcode/lib/core/version.js';
import type { DesignElement } from '../../design/design.ts';
import { type Box, type PathCommand, rectanglePath } from '../../graphics/geometry.ts';
import { BLACK, parseColor } from '../../graphics/paint.ts';
import type { Drawn, QrModules } from '../../scene/scene.ts';

/** Light modules around a code on a background of its own (ISO/IEC 18004 asks for 4). */
const QUIET_ZONE = 4;
/** The smallest module, in points, that was seen to scan from the image: 1.7 pixels; on paper 0.3 mm. */
const MIN_MODULE = 0.85;
/** How many faults a code mends: L makes larger modules, for where those of M would be too small. */
const LEVELS = ['M', 'L'] as const;
type Level = (typeof LEVELS)[number];

type Segment = { mode: 'numeric' | 'alphanumeric'; data: string } | { mode: 'byte'; data: Buffer };

/** A text in the densest mode that holds all of it: the code's size then depends on its length alone. */
function segmentsOf(value: string): Segment[] {
  if (/^\d*$/.test(value)) return [{ mode: 'numeric', data: value }];
  if (/^[0-9A-Z $%*+\-./:]*$/.test(value)) return [{ mode: 'alphanumeric', data: value }];
  return [{ mode: 'byte', data: Buffer.from(value) }];
}

/** Modules along a code's side; Infinity where no code holds the text. Quick: checking values asks it. */
function sizeOf(value: string, errorCorrectionLevel: Level): number {
  const segments = segmentsOf(value).map(({ mode, data }) => ({ mode: Mode.from(mode), getLength: () => data.length }));
  const version = Version.getBestVersionForData(segments, ErrorCorrectionLevel.from(errorCorrectionLevel));
  return version === undefined ? Number.POSITIVE_INFINITY : 17 + 4 * version;
}

/** The code of a text in a square box, the quiet zone around it. */
function encodeQr(value: string, errorCorrectionLevel: Level, box: Box, quiet: number): QrModules {
  const { size, data } = QRCode.create(segmentsOf(value), { errorCorrectionLevel }).modules;
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

/** One rectangle for each run. */
export const qrPath = ({ x, y, unit, rows }: QrModules): PathCommand[] =>
  rows.flatMap((row, index) =>
    row.flatMap(([from, to]) =>
      rectanglePath({ x: x + from * unit, y: y + index * unit, width: (to - from) * unit, height: unit }),
    ),
  );

/** A QR code in the middle of its box, as large as a square fits. */
export function drawQr(element: Extract<DesignElement, { type: 'qr' }>, value: string): Drawn {
  const background = parseColor(element.background);
  const side = Math.min(element.width, element.height);
  const box = {
    x: element.x + (element.width - side) / 2,
    y: element.y + (element.height - side) / 2,
    width: side,
    height: side,
  };
  const base = { kind: 'qr' as const, box, color: parseColor(element.color) ?? BLACK, background, value, size: 0 };
  const quiet = background ? QUIET_ZONE : 0;
  const leastSide = (level: Level) => MIN_MODULE * (sizeOf(value, level) + 2 * quiet);
  const level = LEVELS.find((candidate) => leastSide(candidate) <= side);
  if (!level) return { drawing: { ...base, code: () => NO_CODE }, fault: tooSmall(value, side, leastSide('L')) };
  let made: QrModules | undefined;
  const code = () => {
    made ??= encodeQr(value, level, box, quiet);
    return made;
  };
  return { drawing: { ...base, size: sizeOf(value, level), code } };
}

const NO_CODE: QrModules = { x: 0, y: 0, unit: 0, rows: [] };

function tooSmall(value: string, side: number, leastSide: number): Drawn['fault'] {
  const bytes = Buffer.byteLength(value);
  const message = Number.isFinite(leastSide)
    ? `makes a QR code that can't be scanned at ${Number(side.toFixed(1))} points: ${bytes} bytes take at least ${Math.ceil(leastSide)}`
    : `is too long for a QR code: ${bytes} bytes`;
  return { kind: 'overflow', message };
}
