/** Properties of CSS that are attributes of SVG (SVG 2, 6.6), without those that paint nothing. */
export const PRESENTATION: ReadonlySet<string> = new Set([
  'alignment-baseline',
  'baseline-shift',
  'clip-path',
  'clip-rule',
  'color',
  'color-interpolation',
  'color-interpolation-filters',
  'direction',
  'display',
  'dominant-baseline',
  'fill',
  'fill-opacity',
  'fill-rule',
  'filter',
  'flood-color',
  'flood-opacity',
  'font-family',
  'font-kerning',
  'font-size',
  'font-stretch',
  'font-style',
  'font-variant',
  'font-weight',
  'image-rendering',
  'letter-spacing',
  'lighting-color',
  'marker-end',
  'marker-mid',
  'marker-start',
  'mask',
  'mask-type',
  'opacity',
  'overflow',
  'paint-order',
  'shape-rendering',
  'stop-color',
  'stop-opacity',
  'stroke',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-opacity',
  'stroke-width',
  'text-anchor',
  'text-decoration',
  'text-rendering',
  'unicode-bidi',
  'visibility',
  'word-spacing',
  'writing-mode',
]);

/** Properties that usvg reads in `style` only. */
export const STYLE_ONLY: readonly string[] = ['mix-blend-mode', 'isolation'];

/** Geometry that CSS can set (SVG 2, 6.6), by element. */
const BOX = ['x', 'y', 'width', 'height'];
export const GEOMETRY: Readonly<Record<string, readonly string[]>> = {
  rect: [...BOX, 'rx', 'ry'],
  image: BOX,
  use: BOX,
  svg: BOX,
  circle: ['cx', 'cy', 'r'],
  ellipse: ['cx', 'cy', 'rx', 'ry'],
  path: ['d'],
};

/** Initial values of inherited properties, for `initial`. */
export const INITIAL: Readonly<Record<string, string>> = {
  color: '#000000',
  fill: '#000000',
  'fill-opacity': '1',
  'fill-rule': 'nonzero',
  'clip-rule': 'nonzero',
  stroke: 'none',
  'stroke-width': '1',
  'stroke-opacity': '1',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'stroke-miterlimit': '4',
  'stroke-dasharray': 'none',
  'stroke-dashoffset': '0',
  'text-anchor': 'start',
  visibility: 'visible',
  'font-style': 'normal',
  'font-weight': '400',
  'font-size': '16px',
};

const FONT =
  /^((?:(?:normal|italic|oblique|small-caps|bold|bolder|lighter|[1-9]00)\s+)*)([\d.]+(?:px|pt|pc|mm|cm|in|em|ex|rem|%)?|(?:x+-)?(?:small|large)(?:er)?|medium)(?:\s*\/\s*\S+)?\s+(.+)$/is;

/** Splits the shorthands of text and markers into their properties. */
export function longhands(property: string, value: string): [property: string, value: string][] {
  if (property === 'marker') return ['marker-start', 'marker-mid', 'marker-end'].map((name) => [name, value]);
  if (property === 'background') return [['background-color', value]];
  if (property === 'text-decoration-line') return [['text-decoration', value]];
  if (property !== 'font') return [[property, value]];
  const [, words = '', size = '', family = ''] = FONT.exec(value) ?? [];
  if (!family) return [];
  return [
    ['font-style', /italic|oblique/i.exec(words)?.[0] ?? 'normal'],
    ['font-weight', /bold(er)?|lighter|[1-9]00/i.exec(words)?.[0] ?? '400'],
    ['font-variant', /small-caps/i.exec(words)?.[0] ?? 'normal'],
    ['font-size', size],
    ['font-family', family],
  ];
}
