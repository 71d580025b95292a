import type { Face } from '../fonts/faces.ts';
import { areaOnPage } from '../graphics/geometry.ts';
import { isGradient, isTranslucent, type Paint } from '../graphics/paint.ts';
import type { TextLayout } from '../text/lines/layout.ts';
import { segmentsOf } from '../text/lines/segments.ts';
import { inkBounds } from './ink-bounds.ts';
import { outlineOf, outlineOfDrawing } from './outline-cost.ts';
import type { PathPrimitive, Primitive, PrimitiveOf, Scene, SceneElement } from './scene.ts';

export type Resource =
  | 'characters'
  | 'shaped'
  | 'glyphs'
  | 'glyphPixels'
  | 'fontBytes'
  | 'painted'
  | 'overlaid'
  | 'imagePixels'
  | 'imageBytes'
  | 'modules'
  | 'links'
  | 'outline'
  | 'shadowPixels';
export type Cost = Partial<Record<Resource, number>>;

/** Pixels per square point at 144 dpi. */
const PIXELS = 4;
const COLORED = 20;
/** Measured cost of a pixel relative to one of a plain colour. */
const WEIGHT = { plain: 1, translucent: 4, gradient: 10, image: 20, grouped: 20, clipped: 28 };
/** Height of a glyph in em, including ascenders and descenders. */
const GLYPH_HEIGHT = 1.5;

/** Returns the cost of rendering an element without its fonts, which are loaded once per page. */
export function costOf(element: SceneElement, page: Scene['page'], isOverlaid: boolean): Cost {
  const { primitive, opacity } = element;
  if (primitive.kind === 'group') return costOfGroup(element, primitive, page, isOverlaid);
  const pixels = areaOnPage(inkBounds(element), page) * PIXELS;
  return {
    ...costOfPrimitive(primitive, page),
    painted: pixels * (weightOf(primitive) + (opacity < 1 ? WEIGHT.grouped : 0)),
    ...(isOverlaid && { overlaid: pixels }),
  };
}

/** Returns the cost of a group: that of its elements, and of its clip. */
function costOfGroup(
  element: SceneElement,
  { elements, clip }: PrimitiveOf<'group'>,
  page: Scene['page'],
  isOverlaid: boolean,
): Cost {
  const pixels = areaOnPage(inkBounds(element), page) * PIXELS;
  const total: Cost = { painted: clip ? pixels * WEIGHT.clipped : 0, ...(isOverlaid && { overlaid: pixels }) };
  for (const one of elements) {
    for (const [resource, amount] of Object.entries(costOf(one, page, false)) as [Resource, number][]) {
      total[resource] = (total[resource] ?? 0) + amount;
    }
  }
  return total;
}

/** Returns the faces of an element's texts, including those inside a group. */
export function facesOfElement({ primitive }: SceneElement): Face[] {
  if (primitive.kind === 'text') return facesOf(primitive.layout);
  return primitive.kind === 'group' ? [...new Set(primitive.elements.flatMap(facesOfElement))] : [];
}

const facesOf = ({ lines }: TextLayout): Face[] => [
  ...new Set(lines.flatMap(({ line }) => line.runs.map(({ face }) => face))),
];

function weightOf(primitive: Primitive): number {
  if (primitive.kind === 'letterhead') return WEIGHT.image;
  if (primitive.kind === 'image') return WEIGHT.image + (primitive.clip ? WEIGHT.clipped : 0);
  if (primitive.kind === 'text') return primitive.layout.lines.some(({ arc }) => arc) ? WEIGHT.grouped : WEIGHT.plain;
  if (primitive.kind !== 'path') return WEIGHT.plain;
  const { fill, stroke, shadow } = primitive;
  // A stroke of a plain colour covers little compared with the area inside.
  const stroked = stroke && isGradient(stroke) ? WEIGHT.gradient : 0;
  return (fill ? weightOfPaint(fill) : WEIGHT.plain) + stroked + (shadow ? WEIGHT.image : 0);
}

function weightOfPaint(paint: Paint): number {
  if (isGradient(paint)) return WEIGHT.gradient;
  return isTranslucent(paint) ? WEIGHT.translucent : WEIGHT.plain;
}

/** Returns the cost of complex outlines, and of a shadow drawn as a separate picture. */
function costOfPath(primitive: PathPrimitive, { height }: Scene['page']): Cost {
  const outline = outlineOf(primitive, height);
  const { area } = primitive.shadow ?? {};
  return { ...(outline > 0 && { outline }), ...(area && { shadowPixels: area.width * area.height * PIXELS }) };
}

function costOfPrimitive(primitive: Primitive, page: Scene['page']): Cost {
  switch (primitive.kind) {
    case 'text':
      return costOfText(primitive.layout, page.width * page.height * PIXELS);
    case 'image': {
      const { width, height, size, drawing } = primitive.image;
      const shown = drawing
        ? { outline: outlineOfDrawing(primitive, drawing, page.height) }
        : { imagePixels: width * height };
      return { ...shown, imageBytes: size };
    }
    case 'qr':
      return { modules: primitive.size ** 2 };
    case 'path':
      return costOfPath(primitive, page);
    case 'letterhead':
    case 'group':
      return {};
  }
}

function costOfText(layout: TextLayout, pagePixels: number): Cost {
  let [glyphs, glyphPixels] = [0, 0];
  for (const { line } of layout.lines) {
    for (const { face, style, glyphs: own } of line.runs) {
      const weight = face.layers ? COLORED : 1;
      const size = layout.size * style.scale;
      glyphs += own.length * weight;
      for (const { advance } of own) {
        const area = Math.max(1, advance / style.scale) * GLYPH_HEIGHT * size ** 2 * PIXELS;
        glyphPixels += Math.min(area, pagePixels) * weight;
      }
    }
  }
  return { glyphs, glyphPixels, links: linkPlaces(layout) };
}

/** Returns the approximate number of link areas in a text: one per line that a link occupies. */
function linkPlaces(layout: TextLayout): number {
  if (!layout.lines.some(({ line }) => line.runs.some(({ style }) => style.link !== null))) return 0;
  return segmentsOf(layout).reduce((sum, { link, pieces }) => sum + (link === null ? 0 : pieces.length), 0);
}
