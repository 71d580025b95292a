/**
 * What a design document is held to, as plain data: it imports nothing, so that the dashboard's bundle takes it, too, and
 * a field of the designer allows what the platform accepts. Lengths are points, angles degrees.
 */
export const RANGES = {
  pageSide: { min: 72, max: 2000 },
  position: { min: -10_000, max: 10_000 },
  /** Of an element's sides; more than 0. */
  side: { max: 10_000 },
  rotation: { min: -3600, max: 3600 },
  opacity: { min: 0, max: 1 },
  fontSize: { min: 1, max: 1000 },
  weight: { min: 100, max: 900 },
  /** As a multiple of the font's size. */
  lineHeight: { min: 0.5, max: 5 },
  letterSpacing: { min: -20, max: 200 },
  radius: { min: 0, max: 5000 },
  strokeWidth: { min: 0, max: 1000 },
  gradientAngle: { min: -3600, max: 3600 },
  /** How many colours a gradient goes through. */
  gradientStops: { min: 2, max: 20 },
  /** Where on the gradient's line a colour is. */
  gradientOffset: { min: 0, max: 1 },
} as const;

/** Characters at the most. */
export const MAX_LENGTHS = { name: 200, formationName: 200, description: 2000, content: 10_000, alt: 500 } as const;

export const MAX_ELEMENTS = 500;
export const MAX_VARIABLES = 100;

export const COLOR = {
  pattern: /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i,
  rule: '#rgb, #rrggbb or #rrggbbaa',
} as const;

/** Of a picture: its media type, and its bytes at the most. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'];
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024;
