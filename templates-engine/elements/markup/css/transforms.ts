import { readDegrees } from './gradients.ts';
import { type CssLength, readLength } from './lengths.ts';
import { MARKUP_LIMITS } from './limits.ts';
import { readFunction, splitOutside } from './split.ts';

export type CssTransform =
  | { type: 'translate'; x: CssLength; y: CssLength }
  | { type: 'scale'; x: number; y: number }
  | { type: 'rotate'; degrees: number }
  | { type: 'skew'; x: number; y: number };

const ZERO: CssLength = { value: 0, unit: 'px' };

/** Reads the 2D functions of CSS Transforms 1 in their order. Returns null for anything else. */
export function readTransforms(input: unknown): CssTransform[] | null {
  if (typeof input !== 'string') return null;
  if (input.trim() === 'none') return [];
  const transforms = splitOutside(input, ' ')?.map(readTransform);
  if (!transforms || transforms.length > MARKUP_LIMITS.transforms || transforms.includes(null)) return null;
  return transforms.flatMap((transform) => transform ?? []);
}

function readTransform(text: string): CssTransform | null {
  const call = readFunction(text);
  const [first = '', second, ...more] = (call && splitOutside(call.body, ',')) ?? [];
  if (!call || more.length > 0) return null;
  switch (call.name) {
    case 'translate':
      return translate(first, second ?? '0');
    case 'translatex':
      return second === undefined ? translate(first, '0') : null;
    case 'translatey':
      return second === undefined ? translate('0', first) : null;
    case 'scale':
      return scale(first, second ?? first);
    case 'scalex':
      return second === undefined ? scale(first, '1') : null;
    case 'scaley':
      return second === undefined ? scale('1', first) : null;
    case 'rotate':
      return second === undefined ? turned(first, (degrees) => ({ type: 'rotate', degrees })) : null;
    case 'skewx':
      return second === undefined ? turned(first, (x) => ({ type: 'skew', x, y: 0 })) : null;
    case 'skewy':
      return second === undefined ? turned(first, (y) => ({ type: 'skew', x: 0, y })) : null;
    default:
      return null;
  }
}

function translate(first: string, second: string): CssTransform | null {
  const [x, y] = [first, second].map((text) => readLength(text === '' ? '0' : text, { negative: true }));
  return x && y ? { type: 'translate', x: x ?? ZERO, y: y ?? ZERO } : null;
}

function scale(first: string, second: string): CssTransform | null {
  const [x, y] = [first, second].map((text) => (/^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN));
  const isWithin = (value: number | undefined): value is number => value !== undefined && Math.abs(value) <= 100;
  return isWithin(x) && isWithin(y) ? { type: 'scale', x, y } : null;
}

function turned(text: string, make: (degrees: number) => CssTransform): CssTransform | null {
  const degrees = readDegrees(text);
  return degrees === null ? null : make(degrees);
}
