import { detail } from '../../../errors/detail.ts';
import { SCALE, squareIn } from '../../graphics/geometry.ts';
import { parseColor, toRgba } from '../../graphics/paint.ts';
import type { QrModules } from '../../scene/scene.ts';
import { fillPlaceholders, isVerificationAddress, parsePlaceholders, variablesOf } from '../../text/placeholders.ts';
import type { ShownValues } from '../../text/values.ts';
import { type BuiltElement, defineKind } from '../shared/kind.ts';
import { readText } from '../shared/reading.ts';
import type { Level } from './codewords.ts';
import { encodeQr, LEVELS, modulesPerSide } from './encode.ts';
import { QR_DEFAULTS } from './properties.ts';
import { type QrElement, qrSchema } from './schema.ts';

/** Width of the quiet zone around a code with a background, in modules (ISO/IEC 18004 requires 4). */
const QUIET_ZONE = 4;
/** Minimum size of a module in points. It is 0.28 mm on paper, and lets a code of 13 mm hold an address of 106 characters. */
const MIN_MODULE = 0.8;
/** Size of a module in points from which the PNG is readable: 2 pixels. zbar and OpenCV misread many smaller ones. */
const READABLE_MODULE = 2 / SCALE;

export const qr = defineKind({
  schema: qrSchema,
  textsOf: ({ value = QR_DEFAULTS.value }) => [value],
  readingsOf: ({ value }) => readText('value', value),
  build,
  semanticsOf: ({ value = QR_DEFAULTS.value }) => ({
    role: 'code',
    isVerification: variablesOf(parsePlaceholders(value) ?? []).some(isVerificationAddress),
  }),
});

/** Centres the largest possible square in the box of the element. */
function build(element: QrElement, values: ShownValues): BuiltElement {
  const value = fillPlaceholders(element.value ?? QR_DEFAULTS.value, values);
  const background = parseColor(element.background);
  const box = squareIn(element);
  const base = { kind: 'qr' as const, box, color: toRgba(element.color ?? QR_DEFAULTS.color), background, value };
  const quiet = background ? QUIET_ZONE : 0;
  const sideFor = (level: Level, module: number) => module * (modulesPerSide(value, level) + 2 * quiet);
  const readable = LEVELS.find((level) => sideFor(level, READABLE_MODULE) <= box.width);
  // Level L has the largest modules.
  const level = readable ?? 'L';
  if (sideFor(level, MIN_MODULE) > box.width)
    return {
      primitive: { ...base, size: 0, modules: () => NO_MODULES },
      fault: tooSmall(value, box.width, sideFor(level, MIN_MODULE)),
    };
  let encoded: QrModules | undefined;
  const modules = () => {
    encoded ??= encodeQr(value, level, box, quiet);
    return encoded;
  };
  const primitive = { ...base, size: modulesPerSide(value, level), modules };
  if (readable) return { primitive };
  const sides = sidesOf(value, box.width, sideFor(level, READABLE_MODULE));
  return { primitive, warnings: [{ detail: detail('', 'qr_dense', sides) }] };
}

const NO_MODULES: QrModules = { x: 0, y: 0, unit: 0, rows: [] };

function tooSmall(value: string, side: number, minSide: number): BuiltElement['fault'] {
  const { bytes, ...sides } = sidesOf(value, side, minSide);
  if (!Number.isFinite(minSide)) return { detail: detail('', 'qr_too_long', { bytes }) };
  return { detail: detail('', 'qr_too_dense', { bytes, ...sides }) };
}

const sidesOf = (value: string, side: number, minSide: number) => ({
  bytes: Buffer.byteLength(value),
  least: Math.ceil(minSide),
  side: Number(side.toFixed(1)),
});
