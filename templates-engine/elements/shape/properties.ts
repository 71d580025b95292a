import type { ShapeElement } from './schema.ts';

export const SHAPE_RANGES = {
  strokeWidth: { min: 0, max: 1000 },
  /** Of a dash or a gap, and how many of them a pattern has. */
  dash: { min: 0, max: 10_000 },
  dashes: { min: 1, max: 16 },
} as const;

/** Of SVG path data: characters, commands once shorthands are written out, and points from the element's corner. */
export const PATH_LIMITS = { characters: 100_000, commands: 20_000, coordinate: 10_000 } as const;

/** A line is level in a box that is no higher than this, and upright in one that is no wider; or than its stroke. */
const FLAT_LINE = 2;

export const SHAPE_DEFAULTS = { strokeWidth: 1, radius: 0, flip: false } as const satisfies Partial<ShapeElement>;

/** How a line lies in its box. */
export function lineDirection({
  width,
  height,
  strokeWidth = SHAPE_DEFAULTS.strokeWidth,
}: Pick<ShapeElement, 'width' | 'height' | 'strokeWidth'>): 'level' | 'upright' | 'diagonal' {
  const flat = Math.max(FLAT_LINE, strokeWidth);
  if (height <= flat) return 'level';
  return width <= flat ? 'upright' : 'diagonal';
}
