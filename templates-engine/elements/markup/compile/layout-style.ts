import type { Declarations, LayoutDeclarations } from '../css/declarations.ts';
import { type LengthContext, type Resolved, resolve } from '../css/lengths.ts';
import { borderWidth, SIDES } from './paint-style.ts';

/** Style that Satori uses to lay out a box. */
export type SatoriStyle = Readonly<Record<string, string | number>>;

const PLAIN = [
  'display',
  'position',
  'flexGrow',
  'flexShrink',
  'flexDirection',
  'flexWrap',
  'justifyContent',
  'alignItems',
  'alignSelf',
  'alignContent',
  'boxSizing',
  'aspectRatio',
  'order',
  'gridTemplateColumns',
  'gridTemplateRows',
  'gridColumn',
  'gridRow',
] as const satisfies readonly (keyof LayoutDeclarations)[];

const LENGTHS = [
  'top',
  'right',
  'bottom',
  'left',
  'width',
  'height',
  'minWidth',
  'minHeight',
  'maxWidth',
  'maxHeight',
  'flexBasis',
  'rowGap',
  'columnGap',
  ...SIDES.flatMap((side) => [`margin${side}`, `padding${side}`] as const),
] as const satisfies readonly (keyof LayoutDeclarations)[];

/**
 * Converts the declarations of a box to Satori's form, in points and percentages. Leaves out colours, because Satori only computes sizes
 * here.
 */
export function layoutStyleOf(own: Declarations, context: LengthContext): SatoriStyle {
  const style: Record<string, string | number> = { display: 'block' };
  for (const name of PLAIN) {
    const value = own[name];
    if (value !== undefined) style[name] = value;
  }
  for (const name of LENGTHS) {
    const value = own[name];
    if (value !== undefined) style[name] = value === 'auto' ? 'auto' : (resolve(value, context) satisfies Resolved);
  }
  for (const side of SIDES) {
    const width = borderWidth(own, side, context);
    if (width > 0) Object.assign(style, { [`border${side}Width`]: width, [`border${side}Style`]: 'solid' });
  }
  if (own.overflow === 'hidden') style.overflow = 'hidden';
  return style;
}
