import { type Design, readDesign } from '../design/design.ts';
import { BACKGROUND_DEFAULTS } from '../design/properties.ts';
import { type DesignElement, kindOf, variablesOfElement } from '../elements/kinds.ts';
import { type OwnFonts, ownFonts } from '../fonts/own-fonts.ts';
import { type Box, fitBox } from '../graphics/geometry.ts';
import { gradientLine, parseColor, toRgba } from '../graphics/paint.ts';
import { rectanglePath } from '../graphics/path.ts';
import { loadSharp } from '../graphics/sharp.ts';
import type { Primitive, PrimitiveOf, RasterImage, SceneElement } from '../scene/scene.ts';
import { parsePlaceholders, type TextPart } from '../text/placeholders.ts';

/** A design with everything worked out that does not depend on values. */
export interface CompiledTemplate {
  readonly design: Design;
  readonly background: readonly SceneElement[];
  readonly fonts: OwnFonts;
  /** By the data URI. */
  readonly images: ReadonlyMap<string, RasterImage>;
  /** Of each element, the parts of its texts, one after the other. */
  readonly parts: readonly (readonly TextPart[])[];
  /** Of each element, what it depends on: the names of its variables, built-in ones included, each once. */
  readonly variables: readonly (readonly string[])[];
}

/** Compiles a parsed design: placeholders, images, background. Cheap; done once per version. */
export async function compileTemplate(design: Design): Promise<CompiledTemplate> {
  const uris = [
    design.background?.image,
    ...design.elements.map((element) => kindOf(element).image?.read(element)?.uri),
  ];
  const images = new Map<string, RasterImage>();
  for (const uri of uris) if (uri && !images.has(uri)) images.set(uri, await readImage(uri));
  const parts = design.elements.map((element) =>
    kindOf(element)
      .textsOf(element)
      .flatMap((text) => parsePlaceholders(text) ?? []),
  );
  const variables = design.elements.map((element) => dependencies(element, design));
  const fonts = ownFonts(design.fonts ?? []);
  return { design, fonts, images, parts, variables, background: background(design, images) };
}

/** The variables of an element, and the one that gives the language where the element has text. */
function dependencies(element: DesignElement, { language }: Design): string[] {
  const own = variablesOfElement(element);
  if (typeof language !== 'object' || !kindOf(element).isShaped) return own;
  return [...new Set([...own, language.variable])];
}

/** A published design as far as values are checked with it: its own images, which no value touches, are left out. */
export async function compileTexts(json: string): Promise<CompiledTemplate> {
  const { background: _, ...design } = readDesign(json);
  const elements = design.elements.map((element): DesignElement => {
    if (!kindOf(element).image?.read(element)) return element;
    const { x, y, width, height, showIf } = element;
    return { type: 'shape', shape: 'rectangle', x, y, width, height, ...(showIf && { showIf }) };
  });
  return compileTemplate({ ...design, elements });
}

async function readImage(uri: string): Promise<RasterImage> {
  const bytes = Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64');
  const sharp = await loadSharp();
  const { width = 1, height = 1, format } = await sharp(bytes).metadata();
  // Nothing else is decoded safely; a design that was parsed has no other.
  if (format !== 'png' && format !== 'jpeg') throw new Error(`the design has a picture that is not safe: ${format}`);
  return { bytes, size: uri.length, width, height, format };
}

function background({ page, background }: Design, images: ReadonlyMap<string, RasterImage>): SceneElement[] {
  const box: Box = { x: 0, y: 0, ...page };
  const filled = (fill: PrimitiveOf<'path'>['fill']): Primitive => ({
    kind: 'path',
    path: rectanglePath(box),
    fill,
    stroke: null,
    strokeWidth: 0,
  });
  const primitives = [filled(parseColor(background?.color ?? BACKGROUND_DEFAULTS.color))];
  if (background?.gradient) {
    const stops = background.gradient.stops.map(({ offset, color }) => ({ offset, color: toRgba(color) }));
    stops.sort((a, b) => a.offset - b.offset);
    primitives.push(filled({ coordinates: gradientLine(box, background.gradient.angle), stops }));
  }
  const image = background?.image ? images.get(background.image) : undefined;
  if (image) {
    const fit = background?.fit ?? BACKGROUND_DEFAULTS.fit;
    primitives.push({ kind: 'image', image, box: fitBox(box, image, fit), clip: rectanglePath(box) });
  }
  const semantics = { role: 'artifact' } as const;
  return primitives.map((primitive) => ({ primitive, opacity: 1, rotation: 0, box, semantics, isVariable: false }));
}
