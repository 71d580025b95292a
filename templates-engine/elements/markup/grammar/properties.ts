import { LAYOUT_PROPERTIES } from '../css/layout-properties.ts';
import { PAINT_PROPERTIES } from '../css/paint-properties.ts';
import type { Property } from '../css/readers.ts';
import { TEXT_PROPERTIES } from '../css/text-properties.ts';

/** Supported CSS properties by their name in camelCase. */
export const PROPERTIES: ReadonlyMap<string, Property> = new Map(
  Object.entries({ ...LAYOUT_PROPERTIES, ...PAINT_PROPERTIES, ...TEXT_PROPERTIES }),
);

/** Text properties, which a part of a paragraph accepts. */
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
