import type { CssColor } from './colors.ts';
import type { CssGradient } from './gradients.ts';
import type { CssLength } from './lengths.ts';
import type { CssShadow } from './shadows.ts';
import type { CssTransform } from './transforms.ts';

export type Side = 'Top' | 'Right' | 'Bottom' | 'Left';
export type Corner = 'TopLeft' | 'TopRight' | 'BottomRight' | 'BottomLeft';
export type Size = CssLength | 'auto';
export type BorderStyle = 'none' | 'solid' | 'dashed' | 'dotted';

type Sided<Prefix extends string, Value, Suffix extends string = ''> = {
  [S in Side as `${Prefix}${S}${Suffix}`]?: Value;
};

/** Layout properties of a box, in the form that Satori accepts. */
export interface LayoutDeclarations
  extends Sided<'margin', Size>,
    Sided<'padding', CssLength>,
    Sided<'border', CssLength, 'Width'> {
  display?: 'block' | 'flex' | 'grid' | 'none';
  position?: 'static' | 'relative' | 'absolute';
  top?: Size;
  right?: Size;
  bottom?: Size;
  left?: Size;
  width?: Size;
  height?: Size;
  minWidth?: Size;
  minHeight?: Size;
  maxWidth?: Size;
  maxHeight?: Size;
  flexGrow?: number;
  flexShrink?: number;
  flexBasis?: Size;
  flexDirection?: 'row' | 'row-reverse' | 'column' | 'column-reverse';
  flexWrap?: 'nowrap' | 'wrap' | 'wrap-reverse';
  justifyContent?: string;
  alignItems?: string;
  alignSelf?: string;
  alignContent?: string;
  rowGap?: CssLength;
  columnGap?: CssLength;
  boxSizing?: 'border-box' | 'content-box';
  aspectRatio?: number;
  order?: number;
  gridTemplateColumns?: string;
  gridTemplateRows?: string;
  gridColumn?: string;
  gridRow?: string;
}

/** Paint properties of a box. */
interface PaintDeclarations
  extends Sided<'border', BorderStyle, 'Style'>,
    Sided<'border', CssColor, 'Color'>,
    Partial<Record<`border${Corner}Radius`, CssLength>> {
  backgroundColor?: CssColor;
  backgroundImage?: CssGradient[];
  boxShadow?: CssShadow[];
  opacity?: number;
  overflow?: 'visible' | 'hidden';
  transform?: CssTransform[];
  zIndex?: number;
  objectFit?: 'contain' | 'cover' | 'fill';
}

/** Text properties. All are inherited, including decoration and transformation. */
export interface TextDeclarations {
  color?: CssColor;
  fontFamily?: string;
  fontSize?: CssLength;
  fontWeight?: number;
  fontStyle?: 'normal' | 'italic';
  /** Multiple of the font size, or a length. */
  lineHeight?: number | CssLength;
  letterSpacing?: CssLength;
  textAlign?: 'left' | 'center' | 'right' | 'justify' | 'start' | 'end';
  textTransform?: 'none' | 'uppercase' | 'lowercase' | 'capitalize';
  textDecoration?: 'none' | 'underline';
  whiteSpace?: 'normal' | 'nowrap' | 'pre' | 'pre-wrap' | 'pre-line';
  listStyleType?:
    | 'none'
    | 'disc'
    | 'circle'
    | 'square'
    | 'decimal'
    | 'lower-alpha'
    | 'upper-alpha'
    | 'lower-roman'
    | 'upper-roman';
}

/** Declarations of a style, with shorthands expanded. */
export interface Declarations extends LayoutDeclarations, PaintDeclarations, TextDeclarations {}
