import type { Box } from '../../graphics/geometry.ts';
import { IDENTITY } from '../../graphics/paint.ts';
import { pathBounds } from '../../graphics/path-bounds.ts';
import { readPathData } from '../../graphics/svg-path.ts';
import { GEOMETRY, INITIAL, longhands, PRESENTATION, STYLE_ONLY } from './css-properties.ts';
import { type Declaration, takeDeclarations } from './css-rules.ts';
import { about, originIn, transformMatrix } from './css-transform.ts';
import { COLORS, plainAddresses, plainPaint, withVariables } from './css-values.ts';
import type { SvgNode } from './svg-node.ts';
import { refuse } from './svg-references.ts';
import { shownAreaOf, viewBoxOf } from './view-box.ts';

/** Properties and variables that an element passes to its children. */
interface Inherited {
  variables: Readonly<Record<string, string>>;
  /** True for paints that are inherited as `currentColor`. */
  isCurrent: { fill: boolean; stroke: boolean };
  /** View box of the nearest `svg`, for transforms. */
  view: Box;
}

/**
 * Replaces the styles of an SVG by attributes that every renderer reads alike: the cascade, variables, colours of CSS Color 4, and
 * transforms of CSS Transforms. A background of the root becomes a rectangle.
 */
export async function applyStyles(root: SvgNode): Promise<void> {
  const declarations = await takeDeclarations(root);
  const view = viewBoxOf(root);
  applyTo(root, declarations, { variables: {}, isCurrent: { fill: false, stroke: false }, view });
}

function applyTo(node: SvgNode, all: ReadonlyMap<SvgNode, readonly Declaration[]>, inherited: Inherited): void {
  const declared = all.get(node) ?? [];
  const variables = { ...inherited.variables };
  for (const { property, value } of declared) if (property.startsWith('--')) variables[property] = value;
  const values = { ...attributeValues(node), ...declaredValues(node, declared, variables) };
  const {
    transform,
    'transform-origin': origin,
    'transform-box': box,
    'background-color': background,
    ...plain
  } = values;
  const styles = STYLE_ONLY.filter((name) => plain[name] !== undefined).map((name) => `${name}:${plain[name]}`);
  for (const name of STYLE_ONLY) delete plain[name];
  const { fill, stroke } = inherited.isCurrent;
  // `currentColor` is inherited as a keyword (CSS Color 4, 14.1). usvg inherits its colour.
  if (plain.color !== undefined && fill) plain.fill ??= 'currentColor';
  if (plain.color !== undefined && stroke) plain.stroke ??= 'currentColor';
  node.attributes = { ...others(node), ...plain, ...(styles.length > 0 && { style: styles.join(';') }) };
  const view = node.name === 'svg' ? viewBoxOf(node) : inherited.view;
  placeTransform(node, { transform, origin, box }, inherited.view);
  if (background !== undefined && node.parent === null) addBackground(node, background, shownAreaOf(node));
  const isCurrent = {
    fill: isCurrentColor(plain.fill, fill),
    stroke: isCurrentColor(plain.stroke, stroke),
  };
  for (const child of node.children) if (typeof child !== 'string') applyTo(child, all, { variables, isCurrent, view });
}

const isCurrentColor = (paint: string | undefined, inherited: boolean): boolean =>
  paint === undefined || paint === 'inherit' ? inherited : paint === 'currentColor';

/** Returns the attributes that are not styles. */
const others = ({ attributes }: SvgNode): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).filter(
      ([key]) => !PRESENTATION.has(key) && key !== 'class' && key !== 'transform-origin',
    ),
  );

/** Returns the presentation attributes with values that every renderer reads. An invalid colour counts as missing. */
function attributeValues({ attributes }: SvgNode): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [property, given] of Object.entries(attributes)) {
    if (!PRESENTATION.has(property) && property !== 'transform-origin') continue;
    if (given.includes('\\')) refuse('an escape in a style');
    const value = plainValue(property, given);
    if (value !== null) values[property] = value;
  }
  return values;
}

/** Returns the values of declarations. Invalid ones are ignored, so that weaker ones apply. */
function declaredValues(
  node: SvgNode,
  declared: readonly Declaration[],
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  const values: Record<string, string> = {};
  const accepted = new Set([
    ...(GEOMETRY[node.name] ?? []),
    ...STYLE_ONLY,
    'transform',
    'transform-origin',
    'transform-box',
  ]);
  for (const { property: given, value } of declared) {
    const replaced = given.startsWith('--') ? null : withVariables(value, variables);
    for (const [property, text] of replaced === null ? [] : longhands(given, replaced)) {
      if (!PRESENTATION.has(property) && !accepted.has(property) && property !== 'background-color') continue;
      const plain = GEOMETRY[node.name]?.includes(property) ? plainGeometry(text) : plainValue(property, text);
      if (plain !== null) values[property] = plain;
    }
  }
  return values;
}

/** Returns a length of CSS as an attribute has it, or the data of a CSS path. `auto` and percentages of a page are ignored. */
function plainGeometry(text: string): string | null {
  const data = /^path\(\s*(?:\w+\s*,\s*)?["']([^"']*)["']\s*\)$/i.exec(text)?.[1];
  if (data !== undefined) return data;
  return /^[+-]?[\d.]+(?:e[+-]?\d+)?(?:px|pt|pc|mm|cm|in)?$/i.test(text) ? text : null;
}

/** Returns the value of a property as every renderer reads it; null if it is invalid. */
function plainValue(property: string, text: string): string | null {
  const keyword = text.trim().toLowerCase();
  if (keyword === 'unset' || keyword === 'revert' || keyword === 'revert-layer')
    return property in INITIAL ? 'inherit' : null;
  if (keyword === 'initial') return INITIAL[property] ?? null;
  if (property === 'background-color') return keyword === 'none' ? null : text;
  if (COLORS.has(property)) return plainPaint(text);
  if (/(^|-)(opacity)$/.test(property)) return plainOpacity(keyword);
  if (property === 'clip-path' && /^(circle|ellipse|inset|polygon|path|rect|xywh|shape)\(/i.test(keyword))
    return refuse(`a clip path of ${keyword.slice(0, keyword.indexOf('('))}()`);
  return plainAddresses(text);
}

function plainOpacity(text: string): string | null {
  const [, number, percent] = /^([+-]?[\d.]+(?:e[+-]?\d+)?)(%?)$/.exec(text) ?? [];
  if (number === undefined) return text === 'inherit' ? text : null;
  const value = Number(number) / (percent ? 100 : 1);
  return Number.isFinite(value) ? String(Math.min(1, Math.max(0, value))) : null;
}

/** Name of the attribute that has the transform of an element. */
const transformOf = (name: string): string =>
  name.endsWith('Gradient') ? 'gradientTransform' : name === 'pattern' ? 'patternTransform' : 'transform';

function placeTransform(
  node: SvgNode,
  { transform, origin, box = 'view-box' }: Record<'transform' | 'origin' | 'box', string | undefined>,
  view: Box,
): void {
  const attribute = transformOf(node.name);
  const given = transform ?? node.attributes[attribute];
  if (given === undefined || (transform === undefined && origin === undefined)) return;
  if (/3d\(|matrix3d|perspective|rotate[xy]\(/i.test(given) && !/^(translate|scale)3d\(/i.test(given.trim()))
    refuse('a transform in three dimensions');
  const needsBox = /^(fill|content|stroke|border)-box$/.test(box) && (origin !== undefined || given.includes('%'));
  const reference = needsBox ? boundsOf(node) : { ...view, x: 0, y: 0 };
  const matrix = transformMatrix(given, reference);
  if (!matrix) return;
  const [x, y] = (origin === undefined ? null : originIn(origin, reference)) ??
    (needsBox ? originIn('50% 50%', reference) : null) ?? [0, 0];
  node.attributes[attribute] = `matrix(${about(matrix, x, y).join(' ')})`;
  if (matrix === IDENTITY) delete node.attributes[attribute];
}

/** Returns the box of a shape. Boxes of other elements would need their layout. */
function boundsOf({ name, attributes }: SvgNode): Box {
  const value = (key: string) => Number.parseFloat(attributes[key] ?? '0') || 0;
  if (name === 'rect' || name === 'image')
    return { x: value('x'), y: value('y'), width: value('width'), height: value('height') };
  const [rx, ry] = name === 'circle' ? [value('r'), value('r')] : [value('rx'), value('ry')];
  if (name === 'circle' || name === 'ellipse')
    return { x: value('cx') - rx, y: value('cy') - ry, width: 2 * rx, height: 2 * ry };
  if (name === 'path')
    return (
      pathBounds(readPathData(attributes.d ?? '', { x: 0, y: 0, maxCommands: 20_000, maxCoordinate: 1e7 })) ??
      refuse('a transform about the box of an empty path')
    );
  return refuse(`a transform about the box of <${name}>`);
}

function addBackground(root: SvgNode, background: string, { x, y, width, height }: Box): void {
  const fill = plainPaint(background);
  if (fill === null || fill.startsWith('url(')) refuse('a background that is not one colour');
  const numbers = { x, y, width, height };
  const box = Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, String(value)]));
  const attributes = { ...box, fill: fill ?? 'none', stroke: 'none' };
  root.children.unshift({ name: 'rect', attributes, children: [], parent: root });
}
