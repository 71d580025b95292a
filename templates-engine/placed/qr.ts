import QRCode from 'qrcode';
import { BLACK, parseColor } from '../design/colors.ts';
import type { DesignElement } from '../design/design.ts';
import { type Box, type PathCommand, rectanglePath } from './geometry.ts';
import type { Drawn, QrModules } from './placed.ts';

/** Light modules around a code on a background of its own (ISO/IEC 18004 asks for 4). */
const QUIET_ZONE = 4;
/** Bytes that the largest code holds at error correction M (ISO/IEC 18004, table 7). */
const QR_CAPACITY = 2331;

const NO_CODE: QrModules = { x: 0, y: 0, unit: 0, rows: [] };

/** The code of a text in a square box, with its quiet zone where it brings a background along. */
function encodeQr(value: string, box: Box, hasBackground: boolean): QrModules {
  const { size, data } = QRCode.create(value, { errorCorrectionLevel: 'M' }).modules;
  const quiet = hasBackground ? QUIET_ZONE : 0;
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
  const base = { kind: 'qr' as const, box, color: parseColor(element.color) ?? BLACK, background, value };
  const bytes = Buffer.byteLength(value);
  if (bytes > QR_CAPACITY) {
    const message = `is too long for a QR code: ${bytes} bytes, at most ${QR_CAPACITY}`;
    return { drawing: { ...base, code: () => NO_CODE }, fault: { kind: 'overflow', message } };
  }
  let made: QrModules | undefined;
  const code = () => {
    made ??= encodeQr(value, box, background !== null);
    return made;
  };
  return { drawing: { ...base, code } };
}
