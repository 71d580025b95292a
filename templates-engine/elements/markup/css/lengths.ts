import { MARKUP_LIMITS } from './limits.ts';

type Unit = 'px' | 'em' | 'rem' | '%' | 'vw' | 'vh';

/** Length as declared in a style. */
export interface CssLength {
  value: number;
  unit: Unit;
}

/** Base values of relative lengths, in points. */
export interface LengthContext {
  fontSize: number;
  rootFontSize: number;
  viewport: { width: number; height: number };
}

/** Length in points, or a percentage in Satori's form. */
export type Resolved = number | `${number}%`;

const PATTERN = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,2})?)(px|em|rem|%|vw|vh)?$/i;

/** Reads a length: a number of pixels, or a text with a unit. Returns null for anything else and for a length out of range. */
export function readLength(input: unknown, { negative = false, percent = true } = {}): CssLength | null {
  if (typeof input !== 'number' && typeof input !== 'string') return null;
  const match = PATTERN.exec(String(input).trim());
  if (!match) return null;
  const value = Number(match[1]);
  const unit = (match[2]?.toLowerCase() ?? 'px') as Unit;
  if (typeof input === 'string' && !match[2] && value !== 0) return null;
  if (!Number.isFinite(value) || Math.abs(value) > MARKUP_LIMITS.length) return null;
  if ((value < 0 && !negative) || (unit === '%' && !percent)) return null;
  return { value, unit };
}

/** Converts a length to points. Keeps percentages. */
export function resolve({ value, unit }: CssLength, context: LengthContext): Resolved {
  return unit === '%' ? `${value}%` : inPoints({ value, unit }, context, 0);
}

/** Converts a length to points. Percentages are relative to `full`. */
export function inPoints(
  { value, unit }: CssLength,
  { fontSize, rootFontSize, viewport }: LengthContext,
  full: number,
): number {
  const of = {
    px: 1,
    em: fontSize,
    rem: rootFontSize,
    '%': full / 100,
    vw: viewport.width / 100,
    vh: viewport.height / 100,
  };
  return value * of[unit];
}
