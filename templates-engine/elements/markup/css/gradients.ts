import { type CssColor, readColor } from './colors.ts';
import { type CssLength, readLength } from './lengths.ts';
import { MARKUP_LIMITS } from './limits.ts';
import { readFunction, splitOutside } from './split.ts';

export interface CssGradientStop {
  color: CssColor;
  /** Null for a stop in the middle between its neighbours. */
  at: CssLength | null;
}

export type CssGradient = { stops: CssGradientStop[] } & (
  | {
      type: 'linear' /** Degrees as in CSS, or the signs of x and y of the corner that it points to. */;
      angle: number | readonly [number, number];
    }
  | {
      type: 'radial';
      isCircle: boolean;
      extent: 'closest-side' | 'farthest-side' | 'closest-corner' | 'farthest-corner';
      center: readonly [CssLength, CssLength];
    }
);

/** Reads one or several gradients, the first on top (CSS Images 3, section 3). Returns null for anything else. */
export function readGradients(input: unknown): CssGradient[] | null {
  if (typeof input !== 'string') return null;
  if (input.trim() === 'none') return [];
  const layers = splitOutside(input, ',')?.map(readGradient);
  if (!layers || layers.length > MARKUP_LIMITS.gradients || layers.includes(null)) return null;
  return layers.flatMap((layer) => layer ?? []);
}

function readGradient(text: string): CssGradient | null {
  const call = readFunction(text);
  const parts = call && splitOutside(call.body, ',');
  if (!parts) return null;
  if (call.name === 'linear-gradient') {
    const angle = readAngle(parts[0] ?? '');
    const stops = readStops(angle === null ? parts : parts.slice(1));
    return stops && { type: 'linear', angle: angle ?? 180, stops };
  }
  if (call.name !== 'radial-gradient') return null;
  const shape = readRadialShape(parts[0] ?? '');
  const stops = readStops(shape ? parts.slice(1) : parts);
  return stops && { type: 'radial', ...(shape ?? RADIAL_DEFAULT), stops };
}

const DEGREES: Record<string, number> = { deg: 1, turn: 360, rad: 180 / Math.PI, grad: 0.9 };

/** Reads a CSS angle in degrees. Returns null for anything else. */
export function readDegrees(text: string): number | null {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+))(deg|turn|rad|grad)$/i.exec(text.trim());
  if (!match) return text.trim() === '0' ? 0 : null;
  const degrees = Number(match[1]) * (DEGREES[match[2]?.toLowerCase() ?? ''] ?? 1);
  return Math.abs(degrees) <= MARKUP_LIMITS.length ? degrees : null;
}

const SIDES: Record<string, readonly [number, number]> = { left: [-1, 0], right: [1, 0], top: [0, -1], bottom: [0, 1] };

function readAngle(text: string): number | readonly [number, number] | null {
  const words = /^to\s+([a-z]+)(?:\s+([a-z]+))?$/i.exec(text.trim());
  if (!words) return readDegrees(text);
  const [first, second] = [
    SIDES[words[1]?.toLowerCase() ?? ''],
    words[2] ? SIDES[words[2].toLowerCase()] : ([0, 0] as const),
  ];
  if (!first || !second) return null;
  const [x, y] = [first[0] + second[0], first[1] + second[1]];
  if (x !== 0 && y !== 0) return [x, y];
  if (words[2]) return null;
  return x === 0 ? (y < 0 ? 0 : 180) : x > 0 ? 90 : 270;
}

const percent = (value: number): CssLength => ({ value, unit: '%' });
const RADIAL_DEFAULT = { isCircle: false, extent: 'farthest-corner', center: [percent(50), percent(50)] } as const;
const PLACES: Record<string, number> = { left: 0, top: 0, center: 50, right: 100, bottom: 100 };

function readRadialShape(text: string) {
  const match =
    /^(?:(circle|ellipse)\b)?\s*(?:(closest-side|farthest-side|closest-corner|farthest-corner)\b)?\s*(?:at\s+(\S+)(?:\s+(\S+))?)?$/i.exec(
      text.trim(),
    );
  if (!match || text.trim() === '') return null;
  const place = (word: string | undefined) =>
    word === undefined
      ? percent(50)
      : word in PLACES
        ? percent(PLACES[word] ?? 50)
        : readLength(word, { negative: true });
  const isTurned = /^(top|bottom)$/.test(match[3] ?? '') || /^(left|right)$/.test(match[4] ?? '');
  const [x, y] = (isTurned ? [match[4], match[3]] : [match[3], match[4]]).map(place);
  if (!x || !y) return null;
  const extent = (match[2]?.toLowerCase() ?? 'farthest-corner') as (typeof RADIAL_DEFAULT)['extent'];
  return { isCircle: match[1]?.toLowerCase() === 'circle', extent, center: [x, y] as const };
}

function readStops(parts: readonly string[]): CssGradientStop[] | null {
  if (parts.length < 2 || parts.length > MARKUP_LIMITS.gradientStops) return null;
  const stops: CssGradientStop[] = [];
  for (const part of parts) {
    const [color, ...places] = splitOutside(part, ' ') ?? [];
    const read = readColor(color);
    const at = places.map((place) => readLength(place, { negative: true }));
    if (!read || at.length > 2 || at.includes(null)) return null;
    if (at.length === 0) stops.push({ color: read, at: null });
    else stops.push(...at.map((length) => ({ color: read, at: length })));
  }
  return stops;
}
