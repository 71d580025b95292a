import { below, type Detail, detail } from '../../errors/detail.ts';
import { type Design, detectedVariables } from '../design/design.ts';
import { DesignError } from '../design/design-error.ts';
import { ACHIEVEMENT_IMAGE_SIDE } from '../design/properties.ts';
import { checkDocument } from '../design/read-design.ts';
import { type DesignElement, kindOf, picturesOf, variablesOfElement, withPictures } from '../elements/kinds.ts';
import { type FetchFont, fetchingFonts, type OwnFace, OwnFontsTooLarge } from '../fonts/own-fonts.ts';
import { makeImageSafe, type OnPart } from '../images/make-image-safe.ts';
import { givenLanguage } from '../language/given-language.ts';
import { resampleAll } from '../png/painting/resample.ts';
import { Budget } from '../scene/budget.ts';
import type { RenderProblem, RenderWarning } from '../scene/render-error.ts';
import type { Scene } from '../scene/scene.ts';
import type { Values } from '../text/placeholders.ts';
import { buildScene } from './build-scene.ts';
import { codeContrast } from './code-contrast.ts';
import { type CompiledTemplate, compileTemplate } from './compile.ts';
import { unknownFonts, withOwnFamilies } from './own-families.ts';
import { embedded, type GivenPictures, orSample } from './pictures.ts';
import { offPage, type PlacementFault } from './placement.ts';
import { prepareElements } from './prepare-elements.ts';
import { withSamples } from './render.ts';
import { withLetterhead } from './with-letterhead.ts';

/** Context for parsing a document. */
export interface ParseOptions {
  /** Faces uploaded by the organisation, latest first. */
  own?: readonly OwnFace[];
  fetchFont?: FetchFont;
  /** Uploaded pictures that the document names. They are embedded in it. */
  pictures?: GivenPictures;
  /** Called for each image that is decoded. */
  onPart?: OnPart;
  /** Values of the certificate that warnings are about. */
  values?: Values;
}

/**
 * Checks a design document, makes its images safe, and rejects documents that take too long or too much memory to render. Throws
 * DesignError with every fault. Parsing the result again changes nothing, as long as the organisation's fonts are the same.
 */
export const parseDesign = async (input: unknown, options: ParseOptions = {}): Promise<Design> =>
  (await parseWithWarnings(input, options)).design;

/** Parses a design document, and returns warnings about certificates with `values` and samples of the other variables. */
export async function parseWithWarnings(
  input: unknown,
  { own = [], fetchFont, pictures = new Map(), onPart = () => undefined, values = new Map() }: ParseOptions = {},
): Promise<{ design: Design; warnings: Detail[] }> {
  const document = await withLetterhead(input, onPart);
  const fontIssues = (elements: readonly unknown[]) => unknownFonts(elements, own);
  const design = await withSafeImages(withOwnFamilies(checkDocument(document, fontIssues), own), pictures, onPart);
  const names = new Map(detectedVariables(design).map((name) => [name, name]));
  const template = await compileTemplate(design);
  const check = async () => {
    const lightCodes = await checkParsed(template, names);
    const { warnings } = await built(template, withSamples(template, values), true);
    return [...lightCodes, ...warnings.map(faultOf)];
  };
  const warnings = await (fetchFont ? fetchingFonts(check, fetchFont).catch(refuseLargeFonts) : check());
  return { design, warnings: inElements(warnings) };
}

/**
 * Returns warnings about the codes of a published design that do not depend on values. They are found when it is parsed; a version does not
 * keep them.
 */
export async function lightCodesOf(template: CompiledTemplate): Promise<RenderWarning[]> {
  const { scene } = await built(template, new Map(), false);
  const { lightCodes } = await contrastIn(template, scene);
  return lightCodes.map(({ element, fault: { path: _, ...fault } }) => ({ variable: null, element, ...fault }));
}

/**
 * Rejects designs that are too costly to render with variable names as values, and those that fail for any values. Returns codes that are
 * lighter than their background.
 */
async function checkParsed(template: CompiledTemplate, names: Values): Promise<PlacementFault[]> {
  const { scene, problems } = await built(template, names, false);
  refuse(problems.filter(({ code }) => code === 'too_complex').map(faultOf));
  const { faults, lightCodes } = await contrastIn(template, scene);
  refuse([...offPage(template.design), ...faults]);
  if (!template.isPrepared) return lightCodes;
  const { elements } = template.design;
  const isPrepared = ({ element }: RenderProblem) =>
    elements.slice(element, element + 1).some((one) => kindOf(one).prepare);
  const { problems: always } = await built(template, new Map(), true);
  refuse(always.filter((problem) => problem.code === 'does_not_fit' && isPrepared(problem)).map(faultOf));
  return lightCodes;
}

async function built(template: CompiledTemplate, values: Values, hides: boolean) {
  const options = { hides, pictures: orSample() };
  return buildScene(template, values, { ...options, prepared: await prepareElements(template, values, options) });
}

/**
 * Returns QR codes without contrast, and light ones. A code counts as illegible only if it lacks contrast both with and without the
 * conditional static elements.
 */
async function contrastIn({ design, variables, background }: CompiledTemplate, scene: Scene) {
  // The background of codes is rendered, from images that are not larger than displayed.
  if (scene.elements.some(({ primitive }) => primitive.kind === 'qr')) await resampleAll(scene.elements);
  const first = background.length;
  const { faults, lightCodes } = codeContrast(scene, first, (index) => variables[index]?.length === 0);
  if (faults.length === 0 || design.elements.every(({ showIf }) => !showIf)) return { faults, lightCodes };
  const unconditional = design.elements.map(({ showIf: _, ...element }) => element as DesignElement);
  const mayBeFixed = unconditional.map((element) => variablesOfElement(element).length === 0);
  const { faults: others } = codeContrast(scene, first, (index) => mayBeFixed[index] === true);
  return { faults: faults.filter(({ element }) => others.some((other) => other.element === element)), lightCodes };
}

const faultOf = ({ element, code, message, params }: RenderProblem): PlacementFault => ({
  element,
  fault: { path: '', code, message, params },
});

function refuse(faults: readonly PlacementFault[]): void {
  if (faults.length === 0) return;
  throw new DesignError(inElements(faults));
}

const inElements = (faults: readonly PlacementFault[]): Detail[] =>
  faults.flatMap(({ element, fault }) => below(`elements[${element}]`, [fault]));

function refuseLargeFonts(error: unknown): never {
  throw error instanceof OwnFontsTooLarge
    ? new DesignError([detail('elements', 'too_complex', { resource: 'bytes of uploaded fonts', most: error.limit })])
    : error;
}

/** Makes images safe one after another, because each is limited by the rest of the page's budget. */
async function withSafeImages(design: Design, pictures: GivenPictures, onPart: OnPart): Promise<Design> {
  const budget = new Budget();
  const safe = async (source: string, path: string, box: { width: number; height: number }, asPixels = false) => {
    const image = await makeImageSafe(embedded(source, path, pictures), path, box, {
      onPart,
      maxPixels: budget.remaining('imagePixels'),
      language: givenLanguage(design.language, () => undefined),
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
