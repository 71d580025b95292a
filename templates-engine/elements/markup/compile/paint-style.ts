import type { Rgba } from '../../../graphics/paint.ts';
import { type CssColor, CURRENT_COLOR } from '../css/colors.ts';
import type { BorderStyle, Corner, Declarations, Side } from '../css/declarations.ts';
import type { CssGradient } from '../css/gradients.ts';
import { type CssLength, inPoints, type LengthContext } from '../css/lengths.ts';
import type { CssTransform } from '../css/transforms.ts';

export const SIDES: readonly Side[] = ['Top', 'Right', 'Bottom', 'Left'];
const CORNERS: readonly Corner[] = ['TopLeft', 'TopRight', 'BottomRight', 'BottomLeft'];

export interface Border {
  width: number;
  style: BorderStyle;
  color: Rgba;
}

export interface Shadow {
  x: number;
  y: number;
  blur: number;
  spread: number;
  color: Rgba;
  /** Set for a shadow that falls on the area inside the borders. */
  isInset: boolean;
}

/** Paint properties of a box. Lengths are in points, or in percent if they depend on the size of the box. */
export interface PaintStyle {
  background: Rgba | null;
  gradients: readonly CssGradient[];
  /** Top, right, bottom, left. */
  borders: readonly Border[];
  /** Top left, top right, bottom right, bottom left. */
  radii: readonly CssLength[];
  shadows: readonly Shadow[];
  opacity: number;
  isClipped: boolean;
  transforms: readonly CssTransform[];
  /** Null for `auto`. */
  zIndex: number | null;
  isPositioned: boolean;
}

const NONE: CssLength = { value: 0, unit: 'px' };

export function paintStyleOf(own: Declarations, color: Rgba, context: LengthContext): PaintStyle {
  const paint = (value: CssColor | undefined): Rgba => (value === undefined || value === CURRENT_COLOR ? color : value);
  const fixed = (length: CssLength): CssLength =>
    length.unit === '%' ? length : { value: inPoints(length, context, 0), unit: 'px' };
  const points = (length: CssLength) => inPoints(length, context, 0);
  const background = own.backgroundColor ? paint(own.backgroundColor) : null;
  return {
    background: background && background.alpha > 0 ? background : null,
    gradients: (own.backgroundImage ?? []).map((gradient) => fixedGradient(gradient, paint, fixed)),
    borders: SIDES.map((side) => ({
      width: borderWidth(own, side, context),
      style: own[`border${side}Style`] ?? 'none',
      color: paint(own[`border${side}Color`]),
    })),
    radii: CORNERS.map((corner) => fixed(own[`border${corner}Radius`] ?? NONE)),
    shadows: (own.boxShadow ?? []).map(({ color: of, x, y, blur, spread, isInset }) => ({
      x: points(x),
      y: points(y),
      blur: points(blur),
      spread: points(spread),
      color: paint(of),
      isInset,
    })),
    opacity: own.opacity ?? 1,
    isClipped: own.overflow === 'hidden',
    transforms: (own.transform ?? []).map((one) =>
      one.type === 'translate' ? { ...one, x: fixed(one.x), y: fixed(one.y) } : one,
    ),
    zIndex: own.zIndex ?? null,
    isPositioned: own.position === 'relative' || own.position === 'absolute',
  };
}

/** Returns the width of a border in points. A border without a style has no width (CSS Backgrounds 3, section 3.3). */
export function borderWidth(own: Declarations, side: Side, context: LengthContext): number {
  if ((own[`border${side}Style`] ?? 'none') === 'none') return 0;
  return inPoints(own[`border${side}Width`] ?? { value: 3, unit: 'px' }, context, 0);
}

function fixedGradient(
  gradient: CssGradient,
  paint: (color: CssColor) => Rgba,
  fixed: (length: CssLength) => CssLength,
): CssGradient {
  const stops = gradient.stops.map(({ color, at }) => ({ color: paint(color), at: at && fixed(at) }));
  if (gradient.type === 'linear') return { ...gradient, stops };
  return { ...gradient, stops, center: [fixed(gradient.center[0]), fixed(gradient.center[1])] };
}
