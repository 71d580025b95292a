import type { Face } from '../fonts/faces.ts';
import { isGradient } from '../graphics/paint.ts';
import type { TextLayout } from '../text/layout.ts';
import { areaOnPage, reachOf } from './ink-bounds.ts';
import type { Drawing, PlacedElement } from './scene.ts';

/**
 * What a page may take, so that none takes more than some seconds or some hundred megabytes: worked out of where things
 * stand, before anything is drawn. The table of docs/designs.md has them for people.
 */
const LIMITS = {
  characters: [50_000, 'characters of text'],
  shaped: [100_000, 'characters shaped while its texts are fitted'],
  glyphs: [15_000, 'glyphs (a coloured one counts as 20)'],
  glyphPixels: [100_000_000, 'pixels of glyphs (a coloured one counts 20 times)'],
  fontBytes: [24_000_000, 'bytes of fonts'],
  painted: [1_200_000_000, 'pixels to paint (see docs/designs.md)'],
  overlaid: [24_000_000, 'pixels of fixed elements over variable ones'],
  imagePixels: [40_000_000, 'pixels of pictures'],
  imageBytes: [20_000_000, 'bytes of pictures'],
  modules: [500_000, 'modules of QR codes'],
} as const satisfies Record<string, readonly [most: number, what: string]>;

type Resource = keyof typeof LIMITS;
type Cost = Partial<Record<Resource, number>>;

/** Pixels a square point, at 144 dpi. */
const PIXELS = 4;
const COLORED = 20;
/** What a pixel takes against one of a plain colour, as it was measured. */
const WEIGHT = { plain: 1, translucent: 4, gradient: 10, picture: 20, grouped: 20, clipped: 28 };
/** A glyph's height in em, with room for what stands above and below. */
const GLYPH_HEIGHT = 1.5;

/** Adds up what the elements of a page take. */
export class Budget {
  readonly #spent = new Map<Resource, number>();
  readonly #faces = new Set<Face>();

  left(resource: Resource): number {
    return LIMITS[resource][0] - (this.#spent.get(resource) ?? 0);
  }

  /** Takes a cost off; where that is too much says so with a figure, and takes nothing. */
  spend(cost: Cost): string | null {
    const all = Object.entries(cost) as [Resource, number][];
    const over = all.find(([resource, amount]) => amount > this.left(resource));
    if (over) return tooMuch(over[0], (this.#spent.get(over[0]) ?? 0) + over[1]);
    for (const [resource, amount] of all) this.#spent.set(resource, (this.#spent.get(resource) ?? 0) + amount);
    return null;
  }

  /** The same for an element that was placed. */
  spendElement(element: PlacedElement, page: { width: number; height: number }, isOverlaid: boolean): string | null {
    const faces = element.drawing.kind === 'text' ? facesOf(element.drawing.layout) : [];
    const added = faces.filter((face) => !this.#faces.has(face));
    const fontBytes = added.reduce((sum, { sfnt }) => sum + sfnt.length, 0);
    const fault = this.spend({ ...costOf(element, page, isOverlaid), fontBytes });
    if (!fault) for (const face of added) this.#faces.add(face);
    return fault;
  }
}

/** What is said of a page that takes more than it may. */
export function tooMuch(resource: Resource, amount: number): string {
  const [most, what] = LIMITS[resource];
  const figure = Number.isFinite(amount)
    ? Math.ceil(amount).toLocaleString('en')
    : `more than ${most.toLocaleString('en')}`;
  return `takes its page to ${figure} ${what}: a page has at most ${most.toLocaleString('en')}`;
}

const facesOf = ({ lines }: TextLayout): Face[] => [
  ...new Set(lines.flatMap(({ line }) => line.runs.map(({ face }) => face))),
];

function costOf(element: PlacedElement, page: { width: number; height: number }, isOverlaid: boolean): Cost {
  const { drawing, opacity } = element;
  const pixels = areaOnPage(reachOf(element), page) * PIXELS;
  return {
    ...costOfDrawing(drawing, page.width * page.height * PIXELS),
    painted: pixels * (weightOf(drawing) + (opacity < 1 ? WEIGHT.grouped : 0)),
    ...(isOverlaid && { overlaid: pixels }),
  };
}

function weightOf(drawing: Drawing): number {
  if (drawing.kind === 'image') return WEIGHT.picture + (drawing.clip ? WEIGHT.clipped : 0);
  if (drawing.kind !== 'path' || drawing.fill === null) return WEIGHT.plain;
  if (isGradient(drawing.fill)) return WEIGHT.gradient;
  return drawing.fill.alpha < 1 ? WEIGHT.translucent : WEIGHT.plain;
}

function costOfDrawing(drawing: Drawing, pagePixels: number): Cost {
  switch (drawing.kind) {
    case 'text':
      return costOfText(drawing.layout, pagePixels);
    case 'image': {
      const { width, height, uri } = drawing.image;
      return { imagePixels: width * height, imageBytes: uri.length };
    }
    case 'qr':
      return { modules: drawing.size ** 2 };
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
