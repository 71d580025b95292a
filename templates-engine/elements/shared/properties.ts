/**
 * Limits and defaults that every kind of element shares, as plain data. This file and the `properties.ts` beside each
 * schema import nothing at run time: the dashboard's bundle has them, so that a field of the designer allows what the
 * platform accepts. Lengths are points, angles degrees.
 */
export const ELEMENT_RANGES = {
  position: { min: -10_000, max: 10_000 },
  /** Of an element's sides; more than 0. */
  side: { max: 10_000 },
  rotation: { min: -3600, max: 3600 },
  opacity: { min: 0, max: 1 },
  radius: { min: 0, max: 5000 },
} as const;

/** What a member that is left out stands for. */
export const ELEMENT_DEFAULTS = { rotation: 0, opacity: 1 } as const;

/** What a text, a line and a QR code are painted with where the design names no colour. */
export const DEFAULT_COLOR = '#000000';

/** Characters of a text with placeholders at the most. */
export const MAX_CONTENT_LENGTH = 10_000;

/** Values that a condition compares with at the most. */
export const MAX_CONDITION_VALUES = 200;

/** Characters of a layer's name, and of a group's. */
export const EDITOR_LIMITS = { name: 100 } as const;

/** A colour in hex, of every element and of markup's CSS (CSS Color 4, section 5.2). No flag: JSON Schema has none. */
export const COLOR = {
  pattern: /^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/,
  rule: '#rgb, #rgba, #rrggbb or #rrggbbaa',
} as const;

/** Of an image: its media types, and its bytes at the most. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'];
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024;

/** Of a gradient: its direction in degrees, how many colours it goes through, and where on its line a colour is. */
export const GRADIENT_RANGES = {
  angle: { min: -3600, max: 3600 },
  stops: { min: 2, max: 20 },
  offset: { min: 0, max: 1 },
} as const;

/** Of a shadow: how far it lies from what casts it, and its blur, twice the standard deviation as in CSS. */
export const SHADOW_RANGES = { offset: { min: -1000, max: 1000 }, blur: { min: 0, max: 200 } } as const;

/** What a gradient's member that is left out stands for: downwards, as in CSS. */
export const GRADIENT_DEFAULTS = { type: 'linear', angle: 180 } as const;
