/** Limits of a markup element. Lengths are in CSS pixels; one CSS pixel is one point. */
export const MARKUP_LIMITS = {
  /** Maximum nesting depth, and maximum number of nodes after `each` is expanded. */
  levels: 100,
  nodes: 5000,
  /** Maximum absolute value of a length. */
  length: 10_000,
  fontSize: { min: 1, max: 1000 },
  gradientStops: 20,
  gradients: 8,
  shadows: 8,
  shadowBlur: 200,
  transforms: 16,
  /** Maximum characters of a value in `style`, and of `tw`. */
  valueLength: 500,
  alt: 500,
} as const;

/** Values that the root of a tree inherits. */
export const MARKUP_DEFAULTS = { fontFamily: 'Inter', fontSize: 16, lineHeight: 1.2 } as const;
