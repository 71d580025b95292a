export const SHAPE_RANGES = {
  strokeWidth: { min: 0, max: 1000 },
  /** Length of a dash or gap, and number of them in a pattern. */
  dash: { min: 0, max: 10_000 },
  dashes: { min: 1, max: 16 },
} as const;

/** Limits of SVG path data: characters, commands after shorthands are expanded, and distance from the element's corner in points. */
export const PATH_LIMITS = { characters: 100_000, commands: 20_000, coordinate: 10_000 } as const;

/** Maximum height of a box in which a line is level, and maximum width of one in which it is upright. A thicker stroke raises both. */
const FLAT_LINE = 2;

export const SHAPE_DEFAULTS = { strokeWidth: 1, radius: 0, flip: false } as const;

/** Returns the direction of a line in its box. */
export function lineDirection({
  width,
  height,
  strokeWidth = SHAPE_DEFAULTS.strokeWidth,
}: {
  width: number;
  height: number;
  strokeWidth?: number | undefined;
}): 'level' | 'upright' | 'diagonal' {
  const flat = Math.max(FLAT_LINE, strokeWidth);
  if (height <= flat) return 'level';
  return width <= flat ? 'upright' : 'diagonal';
}
