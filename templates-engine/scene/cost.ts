import type { Face } from '../fonts/faces.ts';
import { areaOnPage } from '../graphics/geometry.ts';
import { isGradient } from '../graphics/paint.ts';
import type { TextLayout } from '../text/layout.ts';
import { inkBounds } from './ink-bounds.ts';
import type { Primitive, Scene, SceneElement } from './scene.ts';

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
  | 'modules';
export type Cost = Partial<Record<Resource, number>>;

/** Pixels a square point, at 144 dpi. */
const PIXELS = 4;
const COLORED = 20;
/** What a pixel takes against one of a plain colour, as it was measured. */
const WEIGHT = { plain: 1, translucent: 4, gradient: 10, image: 20, grouped: 20, clipped: 28 };
/** A glyph's height in em, ascenders and descenders included. */
const GLYPH_HEIGHT = 1.5;

/** What rendering an element takes, its fonts aside: they are loaded once for a page. */
export function costOf(element: SceneElement, page: Scene['page'], isOverlaid: boolean): Cost {
  const { primitive, opacity } = element;
  const pixels = areaOnPage(inkBounds(element), page) * PIXELS;
  return {
    ...costOfPrimitive(primitive, page.width * page.height * PIXELS),
    painted: pixels * (weightOf(primitive) + (opacity < 1 ? WEIGHT.grouped : 0)),
    ...(isOverlaid && { overlaid: pixels }),
  };
}

export const facesOf = ({ lines }: TextLayout): Face[] => [
  ...new Set(lines.flatMap(({ line }) => line.runs.map(({ face }) => face))),
];

function weightOf(primitive: Primitive): number {
  if (primitive.kind === 'image') return WEIGHT.image + (primitive.clip ? WEIGHT.clipped : 0);
  if (primitive.kind !== 'path' || primitive.fill === null) return WEIGHT.plain;
  if (isGradient(primitive.fill)) return WEIGHT.gradient;
  return primitive.fill.alpha < 1 ? WEIGHT.translucent : WEIGHT.plain;
}

function costOfPrimitive(primitive: Primitive, pagePixels: number): Cost {
  switch (primitive.kind) {
    case 'text':
      return costOfText(primitive.layout, pagePixels);
    case 'image': {
      const { width, height, size } = primitive.image;
      return { imagePixels: width * height, imageBytes: size };
    }
    case 'qr':
      return { modules: primitive.size ** 2 };
    case 'path':
      return {};
  }
}

function costOfText({ lines, size }: TextLayout, pagePixels: number): Cost {
  let [glyphs, glyphPixels] = [0, 0];
  for (const { line } of lines) {
    for (const { face, glyphs: own } of line.runs) {
      const weight = face.layers ? COLORED : 1;
      glyphs += own.length * weight;
      for (const { advance } of own) {
        const area = Math.max(1, advance) * GLYPH_HEIGHT * size ** 2 * PIXELS;
        glyphPixels += Math.min(area, pagePixels) * weight;
      }
    }
  }
  return { glyphs, glyphPixels };
}
