/** Limits of a markup element. Lengths are CSS pixels, one of which is a point. */
export const MARKUP_LIMITS = {
  /** Nodes inside of each other, and nodes with all rows of `each` in place. */
  levels: 100,
  nodes: 5000,
  /** Of a length, to either side of zero. */
  length: 10_000,
  fontSize: { min: 1, max: 1000 },
  gradientStops: 20,
  gradients: 8,
  shadows: 8,
  shadowBlur: 200,
  transforms: 16,
  /** Characters of a value in `style`, and of `tw`. */
  valueLength: 500,
  alt: 500,
} as const;

/** What the root of a tree inherits. */
export const MARKUP_DEFAULTS = { fontFamily: 'Inter', fontSize: 16, lineHeight: 1.2 } as const;
