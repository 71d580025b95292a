import { type Design, readDesign } from '../design/design.ts';
import { BACKGROUND_DEFAULTS } from '../design/properties.ts';
import { type DesignElement, kindOf, variablesOfElement } from '../elements/kinds.ts';
import { readGradient } from '../elements/shared/gradient.ts';
import { type OwnFonts, ownFonts } from '../fonts/own-fonts.ts';
import { type Box, fitBox } from '../graphics/geometry.ts';
import { parseColor } from '../graphics/paint.ts';
import { rectanglePath } from '../graphics/path.ts';
import type { Primitive, PrimitiveOf, RasterImage, SceneElement } from '../scene/scene.ts';
import { parsePlaceholders, type TextPart } from '../text/placeholders.ts';
import { readImages } from './images.ts';
import { loadLetterheads } from './letterheads.ts';

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
  /** Whether it has elements that are built ahead (`prepareElements`). */
  readonly isPrepared: boolean;
}

/** Compiles a parsed design: placeholders, images, background. Cheap; done once per version. */
export async function compileTemplate(design: Design): Promise<CompiledTemplate> {
  const images = await readImages(design);
  const parts = design.elements.map((element) =>
    kindOf(element)
      .textsOf(element)
      .flatMap((text) => parsePlaceholders(text) ?? []),
  );
  const variables = design.elements.map((element) => dependencies(element, design));
  return {
    design,
    fonts: ownFonts(design.fonts ?? []),
    images,
    parts,
    variables,
    isPrepared: hasPrepared(design),
    background: [...background(design, images), ...(await letterheadOf(design))],
  };
}

/** Whether a design has elements that are built ahead. */
const hasPrepared = ({ elements }: Design): boolean =>
  elements.some((element) => kindOf(element).prepare !== undefined);

/**
 * Whether values are checked with a design in processes of their own alone: fonts that somebody has uploaded are read nowhere
 * else, and markup takes too long for a process that has other requests.
 */
export const isCheckedApart = (design: Design): boolean => (design.fonts ?? []).length > 0 || hasPrepared(design);

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

/** The PDF over what else the background has. */
async function letterheadOf({ page, background }: Design): Promise<SceneElement[]> {
  if (background?.pdf === undefined) return [];
  const { width, height, bleed = 0 } = page;
  const { openLetterhead, readLetterhead } = await loadLetterheads();
  const letterhead = await openLetterhead(await readLetterhead(background.pdf), bleed);
  const box: Box = { x: 0, y: 0, width, height };
  const primitive: Primitive = { kind: 'letterhead', box, letterhead };
  return [{ primitive, opacity: 1, rotation: 0, box, semantics: { role: 'artifact' }, isVariable: false }];
}

function background({ page, background }: Design, images: ReadonlyMap<string, RasterImage>): SceneElement[] {
  const { width, height } = page;
  const box: Box = { x: 0, y: 0, width, height };
  const filled = (fill: PrimitiveOf<'path'>['fill']): Primitive => ({
    kind: 'path',
    path: rectanglePath(box),
    fill,
    stroke: null,
    strokeWidth: 0,
  });
  const primitives = [filled(parseColor(background?.color ?? BACKGROUND_DEFAULTS.color))];
  if (background?.gradient) {
    primitives.push(filled(readGradient(background.gradient, box, 'farthest-corner')));
  }
  const image = background?.image ? images.get(background.image) : undefined;
  if (image) {
    const fit = background?.fit ?? BACKGROUND_DEFAULTS.fit;
    primitives.push({ kind: 'image', image, box: fitBox(box, image, fit), clip: rectanglePath(box) });
  }
  const semantics = { role: 'artifact' } as const;
  return primitives.map((primitive) => ({ primitive, opacity: 1, rotation: 0, box, semantics, isVariable: false }));
}
