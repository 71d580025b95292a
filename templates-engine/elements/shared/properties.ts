/**
 * Limits and defaults of all kinds of elements, as plain data. This file and the `properties.ts` next to each schema have no imports at run
 * time. The bundle of the dashboard includes them, so that a field of the designer allows exactly what the platform accepts. Lengths are in
 * points, angles in degrees.
 */
export const ELEMENT_RANGES = {
  position: { min: -10_000, max: 10_000 },
  /** Maximum side of an element. A side must be above 0. */
  side: { max: 10_000 },
  rotation: { min: -3600, max: 3600 },
  opacity: { min: 0, max: 1 },
  radius: { min: 0, max: 5000 },
} as const;

/** Defaults of optional members. */
export const ELEMENT_DEFAULTS = { rotation: 0, opacity: 1 } as const;

/** Colour of a text, a line or a QR code without a colour in the design. */
export const DEFAULT_COLOR = '#000000';

/** Maximum characters of a text with placeholders. */
export const MAX_CONTENT_LENGTH = 10_000;

/** Maximum number of values in a condition. */
export const MAX_CONDITION_VALUES = 200;

/** Maximum characters of the name of a layer or a group. */
export const EDITOR_LIMITS = { name: 100 } as const;

/** Hex colour of elements and of CSS in markup (CSS Color 4, section 5.2). The pattern has no flags, because JSON Schema supports none. */
export const COLOR = {
  pattern: /^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/,
  rule: '#rgb, #rgba, #rrggbb or #rrggbbaa',
} as const;

/** Accepted media types and maximum bytes of an image. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'];
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024;

/** Ranges of a gradient: direction in degrees, number of colours, and position of a colour on the gradient line. */
export const GRADIENT_RANGES = {
  angle: { min: -3600, max: 3600 },
  stops: { min: 2, max: 20 },
  offset: { min: 0, max: 1 },
} as const;

/** Ranges of a shadow: its offset, and its blur, which is twice the standard deviation as in CSS. */
export const SHADOW_RANGES = { offset: { min: -1000, max: 1000 }, blur: { min: 0, max: 200 } } as const;

/** Defaults of a gradient's optional members. As in CSS, it runs downwards. */
export const GRADIENT_DEFAULTS = { type: 'linear', angle: 180 } as const;
