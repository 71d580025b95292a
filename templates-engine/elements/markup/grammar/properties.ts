import { LAYOUT_PROPERTIES } from '../css/layout-properties.ts';
import { PAINT_PROPERTIES } from '../css/paint-properties.ts';
import type { Property } from '../css/readers.ts';
import { TEXT_PROPERTIES } from '../css/text-properties.ts';

/** Every property of CSS that a style may have, by its name in camelCase. */
export const PROPERTIES: ReadonlyMap<string, Property> = new Map(
  Object.entries({ ...LAYOUT_PROPERTIES, ...PAINT_PROPERTIES, ...TEXT_PROPERTIES }),
);

/** What a part of a paragraph may have: how its text is set. */
export const RUN_PROPERTIES: ReadonlySet<string> = new Set([
  'color',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontStyle',
  'letterSpacing',
  'textTransform',
  'textDecoration',
  'textDecorationLine',
]);
