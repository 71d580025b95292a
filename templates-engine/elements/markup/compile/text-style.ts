import { type Rgba, toRgba } from '../../../graphics/paint.ts';
import { CURRENT_COLOR } from '../css/colors.ts';
import type { TextDeclarations } from '../css/declarations.ts';
import { inPoints, type LengthContext } from '../css/lengths.ts';
import { MARKUP_DEFAULTS, MARKUP_LIMITS } from '../css/limits.ts';

/** Text properties, with inherited values resolved. Lengths are in points. */
export interface TextSetting {
  color: Rgba;
  family: string;
  size: number;
  weight: number;
  italic: boolean;
  /** Multiple of the font size, or a fixed number of points. */
  lineHeight: { factor: number } | { points: number };
  letterSpacing: number;
  align: NonNullable<TextDeclarations['textAlign']>;
  transform: NonNullable<TextDeclarations['textTransform']>;
  isUnderlined: boolean;
  whiteSpace: NonNullable<TextDeclarations['whiteSpace']>;
  listStyle: NonNullable<TextDeclarations['listStyleType']>;
  href: string | null;
}

export const ROOT_SETTING: TextSetting = {
  color: toRgba('#000000'),
  family: MARKUP_DEFAULTS.fontFamily,
  size: MARKUP_DEFAULTS.fontSize,
  weight: 400,
  italic: false,
  lineHeight: { factor: MARKUP_DEFAULTS.lineHeight },
  letterSpacing: 0,
  align: 'start',
  transform: 'none',
  isUnderlined: false,
  whiteSpace: 'normal',
  listStyle: 'disc',
  href: null,
};

type Viewport = Pick<LengthContext, 'viewport'>;

/** Returns the setting of an element, which inherits from that of its parent. */
export function inheritSetting(parent: TextSetting, own: TextDeclarations, { viewport }: Viewport): TextSetting {
  const { min, max } = MARKUP_LIMITS.fontSize;
  const around: LengthContext = { fontSize: parent.size, rootFontSize: ROOT_SETTING.size, viewport };
  const asked = own.fontSize ? inPoints(own.fontSize, around, parent.size) : parent.size;
  const size = Math.min(max, Math.max(min, asked));
  const context = { ...around, fontSize: size };
  return {
    ...parent,
    size,
    color: own.color && own.color !== CURRENT_COLOR ? own.color : parent.color,
    family: own.fontFamily ?? parent.family,
    weight: own.fontWeight ?? parent.weight,
    italic: own.fontStyle ? own.fontStyle === 'italic' : parent.italic,
    lineHeight: lineHeightOf(own.lineHeight, context) ?? parent.lineHeight,
    letterSpacing: own.letterSpacing ? inPoints(own.letterSpacing, context, size) : parent.letterSpacing,
    align: own.textAlign ?? parent.align,
    transform: own.textTransform ?? parent.transform,
    // Descendants keep a decoration (CSS Text Decoration 3, section 2). Only `none` removes it.
    isUnderlined: own.textDecoration ? own.textDecoration === 'underline' : parent.isUnderlined,
    whiteSpace: own.whiteSpace ?? parent.whiteSpace,
    listStyle: own.listStyleType ?? parent.listStyle,
  };
}

function lineHeightOf(own: TextDeclarations['lineHeight'], context: LengthContext): TextSetting['lineHeight'] | null {
  if (own === undefined) return null;
  return typeof own === 'number' ? { factor: own } : { points: Math.max(1, inPoints(own, context, context.fontSize)) };
}
