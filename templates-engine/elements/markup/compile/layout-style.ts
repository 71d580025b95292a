import type { Declarations, LayoutDeclarations } from '../css/declarations.ts';
import { type LengthContext, type Resolved, resolve } from '../css/lengths.ts';
import { borderWidth, SIDES } from './paint-style.ts';

/** What Satori lays a box out by. */
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

/** A box's declarations as Satori takes them: points and percentages, and no colour, as only sizes are asked of it. */
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
