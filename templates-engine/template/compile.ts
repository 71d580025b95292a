import type { Design } from '../design/design.ts';
import { BACKGROUND_DEFAULTS } from '../design/properties.ts';
import { readDesign } from '../design/read-design.ts';
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

/** Design with everything resolved that does not depend on values. */
export interface CompiledTemplate {
  readonly design: Design;
  readonly background: readonly SceneElement[];
  /** Elements above those of the design. */
  readonly foreground: readonly SceneElement[];
  readonly fonts: OwnFonts;
  /** Images by data URI. */
  readonly images: ReadonlyMap<string, RasterImage>;
  /** Concatenated parts of the texts of each element. */
  readonly parts: readonly (readonly TextPart[])[];
  /** Names of the variables that each element depends on, without duplicates, including built-in ones. */
  readonly variables: readonly (readonly string[])[];
  /** Set if it has elements that are built in advance (`prepareElements`). */
  readonly isPrepared: boolean;
}

/** Compiles a parsed design: placeholders, images, background. Cheap, and done once per version. */
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
    foreground: [],
  };
}

/** Returns true if a design has elements that are built in advance. */
const hasPrepared = ({ elements }: Design): boolean =>
  elements.some((element) => kindOf(element).prepare !== undefined);

/**
 * Returns true if values for a design must be checked in separate processes. Uploaded fonts are read only there, and markup takes too long
 * for a process that serves requests.
 */
export const isCheckedApart = (design: Design): boolean => (design.fonts ?? []).length > 0 || hasPrepared(design);

/** Returns the variables of an element. If the element has text, they include the variable that sets the language. */
function dependencies(element: DesignElement, { language }: Design): string[] {
  const own = variablesOfElement(element);
  if (typeof language !== 'object' || !kindOf(element).isShaped) return own;
  return [...new Set([...own, language.variable])];
}

/** Compiles the parts of a published design that checking values needs. Leaves out its images, which values do not affect. */
export async function compileTexts(json: string): Promise<CompiledTemplate> {
  const { background: _, ...design } = readDesign(json);
  const elements = design.elements.map((element): DesignElement => {
    if (!kindOf(element).image?.read(element)) return element;
    const { x, y, width, height, showIf } = element;
    return { type: 'shape', shape: 'rectangle', x, y, width, height, ...(showIf && { showIf }) };
  });
  return compileTemplate({ ...design, elements });
}

/** Returns the letterhead, which covers the rest of the background. */
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
