import { DEFAULT_COLOR } from '../shared/properties.ts';
import type { TextElement } from './schema.ts';

export const TEXT_RANGES = {
  fontSize: { min: 1, max: 1000 },
  weight: { min: 100, max: 900 },
  /** As a multiple of the font's size. */
  lineHeight: { min: 0.5, max: 5 },
  letterSpacing: { min: -20, max: 200 },
} as const;

export const TEXT_DEFAULTS = {
  weight: 400,
  italic: false,
  lineHeight: 1.2,
  letterSpacing: 0,
  color: DEFAULT_COLOR,
  align: 'left',
  verticalAlign: 'top',
  uppercase: false,
} as const satisfies Partial<TextElement>;
