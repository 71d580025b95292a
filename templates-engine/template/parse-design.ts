import { below, detail } from '../../errors/detail.ts';
import { checkDocument, type Design, detectedVariables } from '../design/design.ts';
import { DesignError } from '../design/design-error.ts';
import { ACHIEVEMENT_IMAGE_SIDE } from '../design/properties.ts';
import { type DesignElement, kindOf, picturesOf, variablesOfElement, withPictures } from '../elements/kinds.ts';
import { type FetchFont, fetchingFonts, type OwnFace, OwnFontsTooLarge } from '../fonts/own-fonts.ts';
import { makeImageSafe, type OnPart } from '../images/make-image-safe.ts';
import { resampleAll } from '../png/resample.ts';
import { Budget } from '../scene/budget.ts';
import type { RenderProblem } from '../scene/render-error.ts';
import type { Scene } from '../scene/scene.ts';
import type { Values } from '../text/placeholders.ts';
import { buildScene } from './build-scene.ts';
import { lowContrast } from './code-contrast.ts';
import { type CompiledTemplate, compileTemplate } from './compile.ts';
import { withOwnFamilies } from './own-families.ts';
import { embedded, type GivenPictures, orSample } from './pictures.ts';
import { offPage, type PlacementFault } from './placement.ts';
import { prepareElements } from './prepare-elements.ts';
import { withLetterhead } from './with-letterhead.ts';

/** What a document is parsed with. */
export interface ParseOptions {
  /** The faces that its organisation has uploaded, the last first. */
  own?: readonly OwnFace[];
  fetchFont?: FetchFont;
  /** The uploaded pictures that the document names, which become part of it. */
  pictures?: GivenPictures;
  /** Is told of each image that is decoded. */
  onPart?: OnPart;
}

/**
 * Checks a design document, makes its images safe, and refuses one that would take too long or too much memory to render.
 * DesignError names every fault. Parsing what it gave changes nothing, as long as the organisation's fonts are the same.
 */
export async function parseDesign(
  input: unknown,
  { own = [], fetchFont, pictures = new Map(), onPart = () => undefined }: ParseOptions = {},
): Promise<Design> {
  const design = await withSafeImages(
    withOwnFamilies(checkDocument(await withLetterhead(input, onPart)), own),
    pictures,
    onPart,
  );
  const names = new Map(detectedVariables(design).map((name) => [name, name]));
  const template = await compileTemplate(design);
  const check = () => checkParsed(template, names);
  await (fetchFont ? fetchingFonts(check, fetchFont).catch(refuseLargeFonts) : check());
  return design;
}

/** Refuses what would take too long to render with the variables' names for values, and what can't be right with any. */
async function checkParsed(template: CompiledTemplate, names: Values): Promise<void> {
  const { scene, problems } = await built(template, names, false);
  refuse(problems.filter(({ code }) => code === 'too_complex').map(faultOf));
  // What lies behind a code is drawn: from images that are no larger than they are shown.
  if (scene.elements.some(({ primitive }) => primitive.kind === 'qr')) await resampleAll(scene.elements);
  refuse([...offPage(template.design), ...illegibleCodes(template, scene)]);
  if (!template.isPrepared) return;
  const { elements } = template.design;
  const isPrepared = ({ element }: RenderProblem) =>
    elements.slice(element, element + 1).some((one) => kindOf(one).prepare);
  const { problems: always } = await built(template, new Map(), true);
  refuse(always.filter((problem) => problem.code === 'does_not_fit' && isPrepared(problem)).map(faultOf));
}

async function built(template: CompiledTemplate, values: Values, hides: boolean) {
  const options = { hides, pictures: orSample() };
  return buildScene(template, values, { ...options, prepared: await prepareElements(template, values, options) });
}

/** QR codes without contrast, whether what is fixed and shown on a condition is there or not. */
function illegibleCodes({ design, variables, background }: CompiledTemplate, scene: Scene): PlacementFault[] {
  const first = background.length;
  const faults = lowContrast(scene, first, (index) => variables[index]?.length === 0);
  if (faults.length === 0 || design.elements.every(({ showIf }) => !showIf)) return faults;
  const unconditional = design.elements.map(({ showIf: _, ...element }) => element as DesignElement);
  const mayBeFixed = unconditional.map((element) => variablesOfElement(element).length === 0);
  const others = lowContrast(scene, first, (index) => mayBeFixed[index] === true);
  return faults.filter(({ element }) => others.some((other) => other.element === element));
}

const faultOf = ({ element, code, message, params }: RenderProblem): PlacementFault => ({
  element,
  fault: { path: '', code, message, params },
});

function refuse(faults: readonly PlacementFault[]): void {
  if (faults.length === 0) return;
  throw new DesignError(faults.flatMap(({ element, fault }) => below(`elements[${element}]`, [fault])));
}

function refuseLargeFonts(error: unknown): never {
  throw error instanceof OwnFontsTooLarge
    ? new DesignError([detail('elements', 'too_complex', { resource: 'bytes of uploaded fonts', most: error.limit })])
    : error;
}

/** One after the other: each is bounded by what the others leave of the page's budget. */
async function withSafeImages(design: Design, pictures: GivenPictures, onPart: OnPart): Promise<Design> {
  const budget = new Budget();
  const safe = async (source: string, path: string, box: { width: number; height: number }, asPixels = false) => {
    const image = await makeImageSafe(embedded(source, path, pictures), path, box, {
      onPart,
      maxPixels: budget.remaining('imagePixels'),
      asPixels,
    });
    const fault = budget.spend({ imagePixels: image.pixels, imageBytes: image.uri.length });
    if (fault) throw new DesignError(below(path, [fault]));
    return image.uri;
  };
  const { background, achievement } = design;
  const image = background?.image && (await safe(background.image, 'background.image', design.page));
  const side = { width: ACHIEVEMENT_IMAGE_SIDE, height: ACHIEVEMENT_IMAGE_SIDE };
  const badge = achievement?.image && (await safe(achievement.image, 'achievement.image', side, true));
  const elements: DesignElement[] = [];
  for (const [index, element] of design.elements.entries()) {
    const made = new Map<string, string>();
    for (const { path: member, uri } of picturesOf(element)) {
      const path = `elements[${index}].${member}`;
      if (uri === undefined) throw new DesignError([detail(path, 'required', { accepted: 'a picture' })]);
      if (!made.has(uri)) made.set(uri, await safe(uri, path, element));
    }
    elements.push(made.size > 0 ? withPictures(element, (uri) => made.get(uri) ?? uri) : element);
  }
  return {
    ...design,
    elements,
    ...(image && { background: { ...background, image } }),
    ...(badge && { achievement: { ...achievement, image: badge } }),
  };
}
