/** Style in the form of a markup node. */
export type StyleInput = Readonly<Record<string, unknown>>;

const words = (property: string, values: Readonly<Record<string, string | number>>): [string, StyleInput][] =>
  Object.entries(values).map(([name, value]) => [name, { [property]: value }]);

const DISTRIBUTION = {
  start: 'flex-start',
  end: 'flex-end',
  center: 'center',
  between: 'space-between',
  around: 'space-around',
  evenly: 'space-evenly',
};
const PLACES = { start: 'flex-start', end: 'flex-end', center: 'center', stretch: 'stretch' };
const prefixed = (prefix: string, values: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}-${name}`, value]));

const SIZES: Readonly<Record<string, readonly [size: string, line: string]>> = {
  xs: ['0.75rem', '1rem'],
  sm: ['0.875rem', '1.25rem'],
  base: ['1rem', '1.5rem'],
  lg: ['1.125rem', '1.75rem'],
  xl: ['1.25rem', '1.75rem'],
  '2xl': ['1.5rem', '2rem'],
  '3xl': ['1.875rem', '2.25rem'],
  '4xl': ['2.25rem', '2.5rem'],
  '5xl': ['3rem', '3rem'],
  '6xl': ['3.75rem', '3.75rem'],
  '7xl': ['4.5rem', '4.5rem'],
  '8xl': ['6rem', '6rem'],
  '9xl': ['8rem', '8rem'],
};

const SHADOWS = {
  'shadow-sm': '0 1px 2px 0 rgba(0,0,0,0.05)',
  shadow: '0 1px 3px 0 rgba(0,0,0,0.1), 0 1px 2px -1px rgba(0,0,0,0.1)',
  'shadow-md': '0 4px 6px -1px rgba(0,0,0,0.1), 0 2px 4px -2px rgba(0,0,0,0.1)',
  'shadow-lg': '0 10px 15px -3px rgba(0,0,0,0.1), 0 4px 6px -4px rgba(0,0,0,0.1)',
  'shadow-xl': '0 20px 25px -5px rgba(0,0,0,0.1), 0 8px 10px -6px rgba(0,0,0,0.1)',
  'shadow-2xl': '0 25px 50px -12px rgba(0,0,0,0.25)',
  'shadow-inner': 'inset 0 2px 4px 0 rgba(0,0,0,0.05)',
  'shadow-none': 'none',
};

/** Styles of the classes without a value (Tailwind CSS 3, in Satori's version). */
export const CLASSES: ReadonlyMap<string, StyleInput> = new Map<string, StyleInput>([
  ...words('display', { flex: 'flex', block: 'block', grid: 'grid', hidden: 'none' }),
  ...words('position', { static: 'static', relative: 'relative', absolute: 'absolute' }),
  ...words('flexDirection', {
    'flex-row': 'row',
    'flex-row-reverse': 'row-reverse',
    'flex-col': 'column',
    'flex-col-reverse': 'column-reverse',
  }),
  ...words('flexWrap', { 'flex-wrap': 'wrap', 'flex-wrap-reverse': 'wrap-reverse', 'flex-nowrap': 'nowrap' }),
  ...words('flex', { 'flex-1': '1 1 0%', 'flex-auto': '1 1 auto', 'flex-initial': '0 1 auto', 'flex-none': 'none' }),
  ...words('flexGrow', { grow: 1, 'grow-0': 0, 'flex-grow': 1, 'flex-grow-0': 0 }),
  ...words('flexShrink', { shrink: 1, 'shrink-0': 0, 'flex-shrink': 1, 'flex-shrink-0': 0 }),
  ...words('justifyContent', prefixed('justify', DISTRIBUTION)),
  ...words('alignItems', prefixed('items', PLACES)),
  ...words('alignSelf', prefixed('self', { ...PLACES, auto: 'auto' })),
  ...words('alignContent', prefixed('content', DISTRIBUTION)),
  ...words('textAlign', prefixed('text', { left: 'left', center: 'center', right: 'right', justify: 'justify' })),
  ...words('textTransform', {
    uppercase: 'uppercase',
    lowercase: 'lowercase',
    capitalize: 'capitalize',
    'normal-case': 'none',
  }),
  ...words('textDecoration', { underline: 'underline', 'no-underline': 'none' }),
  ...words('fontStyle', { italic: 'italic', 'not-italic': 'normal' }),
  ...words(
    'fontWeight',
    prefixed('font', {
      thin: 100,
      extralight: 200,
      light: 300,
      normal: 400,
      medium: 500,
      semibold: 600,
      bold: 700,
      extrabold: 800,
      black: 900,
    }),
  ),
  ...Object.entries(SIZES).map(([name, [fontSize, lineHeight]]): [string, StyleInput] => [
    `text-${name}`,
    { fontSize, lineHeight },
  ]),
  ...words(
    'lineHeight',
    prefixed('leading', { none: 1, tight: 1.25, snug: 1.375, normal: 1.5, relaxed: 1.625, loose: 2 }),
  ),
  ...words(
    'letterSpacing',
    prefixed('tracking', {
      tighter: '-0.05em',
      tight: '-0.025em',
      normal: '0em',
      wide: '0.025em',
      wider: '0.05em',
      widest: '0.1em',
    }),
  ),
  ...words(
    'whiteSpace',
    prefixed('whitespace', {
      normal: 'normal',
      nowrap: 'nowrap',
      pre: 'pre',
      'pre-line': 'pre-line',
      'pre-wrap': 'pre-wrap',
    }),
  ),
  ...words('borderStyle', prefixed('border', { solid: 'solid', dashed: 'dashed', dotted: 'dotted', none: 'none' })),
  ...words('boxShadow', SHADOWS),
  ...words('overflow', { 'overflow-hidden': 'hidden', 'overflow-visible': 'visible' }),
  ...words('objectFit', { 'object-contain': 'contain', 'object-cover': 'cover', 'object-fill': 'fill' }),
  ...words('listStyleType', prefixed('list', { none: 'none', disc: 'disc', decimal: 'decimal' })),
  ...words('boxSizing', { 'box-border': 'border-box', 'box-content': 'content-box' }),
  ...words('aspectRatio', { 'aspect-square': '1', 'aspect-video': '16 / 9' }),
]);
