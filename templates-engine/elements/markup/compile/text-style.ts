import { type Rgba, toRgba } from '../../../graphics/paint.ts';
import { CURRENT_COLOR } from '../css/colors.ts';
import type { TextDeclarations } from '../css/declarations.ts';
import { inPoints, type LengthContext } from '../css/lengths.ts';
import { MARKUP_DEFAULTS, MARKUP_LIMITS } from '../css/limits.ts';

/** How text is set, with everything inherited in place; lengths in points. */
export interface TextSetting {
  color: Rgba;
  family: string;
  size: number;
  weight: number;
  italic: boolean;
  /** A multiple of the size; or points, whatever the size. */
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

/** The setting of an element from that of the element around it. */
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
    // A decoration goes on in what is inside, and nothing inside takes it away (CSS Text Decoration 3, section 2), but by `none`.
    isUnderlined: own.textDecoration ? own.textDecoration === 'underline' : parent.isUnderlined,
    whiteSpace: own.whiteSpace ?? parent.whiteSpace,
    listStyle: own.listStyleType ?? parent.listStyle,
  };
}

function lineHeightOf(own: TextDeclarations['lineHeight'], context: LengthContext): TextSetting['lineHeight'] | null {
  if (own === undefined) return null;
  return typeof own === 'number' ? { factor: own } : { points: Math.max(1, inPoints(own, context, context.fontSize)) };
}
