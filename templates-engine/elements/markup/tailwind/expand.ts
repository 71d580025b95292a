import { CLASSES, type StyleInput } from './classes.ts';
import { paletteColor } from './palette.ts';

/** Numbers of Tailwind's spacing scale, in quarters of a rem. */
const SCALE = new Set(
  '0 0.5 1 1.5 2 2.5 3 3.5 4 5 6 7 8 9 10 11 12 14 16 20 24 28 32 36 40 44 48 52 56 60 64 72 80 96'.split(' '),
);
const RADII: Readonly<Record<string, string>> = {
  none: '0px',
  sm: '0.125rem',
  '': '0.25rem',
  md: '0.375rem',
  lg: '0.5rem',
  xl: '0.75rem',
  '2xl': '1rem',
  '3xl': '1.5rem',
  full: '9999px',
};

const SPACED: Readonly<Record<string, readonly string[]>> = {
  p: ['padding'],
  px: ['paddingLeft', 'paddingRight'],
  py: ['paddingTop', 'paddingBottom'],
  pt: ['paddingTop'],
  pr: ['paddingRight'],
  pb: ['paddingBottom'],
  pl: ['paddingLeft'],
  m: ['margin'],
  mx: ['marginLeft', 'marginRight'],
  my: ['marginTop', 'marginBottom'],
  mt: ['marginTop'],
  mr: ['marginRight'],
  mb: ['marginBottom'],
  ml: ['marginLeft'],
  gap: ['gap'],
  'gap-x': ['columnGap'],
  'gap-y': ['rowGap'],
  w: ['width'],
  h: ['height'],
  'min-w': ['minWidth'],
  'min-h': ['minHeight'],
  'max-w': ['maxWidth'],
  'max-h': ['maxHeight'],
  top: ['top'],
  right: ['right'],
  bottom: ['bottom'],
  left: ['left'],
  inset: ['top', 'right', 'bottom', 'left'],
  'inset-x': ['left', 'right'],
  'inset-y': ['top', 'bottom'],
  basis: ['flexBasis'],
};
const SIDES: Readonly<Record<string, readonly string[]>> = {
  '': ['Top', 'Right', 'Bottom', 'Left'],
  t: ['Top'],
  r: ['Right'],
  b: ['Bottom'],
  l: ['Left'],
  x: ['Left', 'Right'],
  y: ['Top', 'Bottom'],
};
const CORNERS: Readonly<Record<string, readonly string[]>> = {
  '': ['TopLeft', 'TopRight', 'BottomRight', 'BottomLeft'],
  t: ['TopLeft', 'TopRight'],
  r: ['TopRight', 'BottomRight'],
  b: ['BottomRight', 'BottomLeft'],
  l: ['TopLeft', 'BottomLeft'],
  tl: ['TopLeft'],
  tr: ['TopRight'],
  br: ['BottomRight'],
  bl: ['BottomLeft'],
};

/** Converts Tailwind classes to a style and collects unknown ones. As in Tailwind, later classes win and borders are solid. */
export function expandTailwind(tw: string): { style: StyleInput; unknown: string[] } {
  const unknown: string[] = [];
  let style: StyleInput = { boxSizing: 'border-box', borderWidth: 0, borderStyle: 'solid' };
  for (const name of tw.split(/\s+/)) {
    if (name === '') continue;
    const own = CLASSES.get(name) ?? spaced(name) ?? border(name) ?? rounded(name) ?? painted(name) ?? numbered(name);
    if (own) style = { ...style, ...own };
    else unknown.push(name);
  }
  return { style, unknown };
}

const each = (names: readonly string[], value: unknown): StyleInput =>
  Object.fromEntries(names.map((name) => [name, value]));

function spaced(name: string): StyleInput | null {
  const [, sign, prefix = '', value = ''] = /^(-?)([a-z]+(?:-[xywh])?)-(.+)$/.exec(name) ?? [];
  if (!Object.hasOwn(SPACED, prefix)) return null;
  const size = sizeOf(value, prefix.startsWith('h') || prefix.endsWith('-h') ? 'vh' : 'vw');
  if (size === null || (sign && !/^(m|top|right|bottom|left|inset)/.test(prefix))) return null;
  return each(SPACED[prefix] ?? [], sign ? `-${size}` : size);
}

function sizeOf(value: string, viewport: 'vw' | 'vh'): string | null {
  if (SCALE.has(value)) return `${Number(value) / 4}rem`;
  const fraction = /^(\d{1,2})\/(\d{1,2})$/.exec(value);
  if (fraction && Number(fraction[2]) > 0) return `${(Number(fraction[1]) / Number(fraction[2])) * 100}%`;
  const fixed = { px: '1px', full: '100%', auto: 'auto', screen: `100${viewport}` };
  if (Object.hasOwn(fixed, value)) return fixed[value as keyof typeof fixed];
  return given(value);
}

/** Reads a CSS length in brackets. */
const given = (value: string): string | null => /^\[(-?[\d.]+(?:px|em|rem|%|vw|vh))\]$/.exec(value)?.[1] ?? null;

function border(name: string): StyleInput | null {
  const [matched, side = '', value] = /^border(?:-([trblxy]))?(?:-(.+))?$/.exec(name) ?? [];
  if (matched === undefined) return null;
  const sides = SIDES[side] ?? [];
  const width = value === undefined ? '1px' : /^[0248]$/.test(value) ? `${value}px` : given(value);
  if (width)
    return each(
      sides.map((one) => `border${one}Width`),
      width,
    );
  const color = paletteColor(value ?? '');
  if (!color) return null;
  return each(
    sides.map((one) => `border${one}Color`),
    color,
  );
}

function rounded(name: string): StyleInput | null {
  const [matched, corner = '', value = ''] = /^rounded(?:-(t|r|b|l|tl|tr|br|bl))?(?:-(.+))?$/.exec(name) ?? [];
  const radius = matched === undefined ? null : Object.hasOwn(RADII, value) ? RADII[value] : given(value);
  return radius
    ? each(
        (CORNERS[corner] ?? []).map((one) => `border${one}Radius`),
        radius,
      )
    : null;
}

function painted(name: string): StyleInput | null {
  const [, kind, value = ''] = /^(bg|text)-(.+)$/.exec(name) ?? [];
  const color = kind && paletteColor(value);
  if (color) return kind === 'bg' ? { backgroundColor: color } : { color };
  const size = kind === 'text' ? given(value) : null;
  return size ? { fontSize: size } : null;
}

function numbered(name: string): StyleInput | null {
  const [, kind = '', value = ''] =
    /^(opacity|leading|tracking|z|order|flex|grow|shrink|rotate|font)-(.+)$/.exec(name) ?? [];
  const number = /^\d{1,3}$/.test(value) ? Number(value) : null;
  const inBrackets = given(value) ?? /^\[(-?[\d.]+)\]$/.exec(value)?.[1] ?? null;
  switch (kind) {
    case 'opacity':
      return number !== null && number <= 100 ? { opacity: number / 100 } : null;
    case 'leading':
      if (inBrackets) return { lineHeight: inBrackets };
      return number !== null && number >= 3 && number <= 10 ? { lineHeight: `${number / 4}rem` } : null;
    case 'tracking':
      return inBrackets ? { letterSpacing: inBrackets } : null;
    case 'rotate':
      return number !== null ? { transform: `rotate(${number}deg)` } : null;
    case 'z':
    case 'order':
      return number !== null ? { [kind === 'z' ? 'zIndex' : 'order']: number } : null;
    case 'grow':
    case 'shrink':
      return number !== null ? { [kind === 'grow' ? 'flexGrow' : 'flexShrink']: number } : null;
    case 'flex':
      return number !== null ? { flex: number } : null;
    case 'font':
      return inBrackets ? { fontWeight: inBrackets } : null;
    default:
      return null;
  }
}
