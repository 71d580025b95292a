import { checkDocument, type Design, detectedVariables } from '../design/design.ts';
import { DesignError } from '../design/design-error.ts';
import { ACHIEVEMENT_IMAGE_SIDE } from '../design/properties.ts';
import { type DesignElement, kindOf } from '../elements/kinds.ts';
import { type FetchFont, fetchingFonts, type OwnFace, OwnFontsTooLarge } from '../fonts/own-fonts.ts';
import { makeImageSafe, type OnPart } from '../images/make-image-safe.ts';
import { Budget } from '../scene/budget.ts';
import { buildScene } from './build-scene.ts';
import { compileTemplate } from './compile.ts';
import { withOwnFamilies } from './own-families.ts';
import { embedded, type GivenPictures, orSample } from './pictures.ts';

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
  const design = await withSafeImages(withOwnFamilies(checkDocument(input), own), pictures, onPart);
  const names = new Map(detectedVariables(design).map((name) => [name, name]));
  const template = await compileTemplate(design);
  const build = () => buildScene(template, names, { hides: false, pictures: orSample() }).problems;
  const problems = fetchFont ? await fetchingFonts(build, fetchFont).catch(refuseLargeFonts) : build();
  const tooCostly = problems.filter(({ kind }) => kind === 'too-costly');
  if (tooCostly.length > 0)
    throw new DesignError(tooCostly.map(({ element, message }) => ({ path: `elements[${element}]`, message })));
  return design;
}

function refuseLargeFonts(error: unknown): never {
  throw error instanceof OwnFontsTooLarge ? new DesignError([{ path: 'elements', message: error.message }]) : error;
}

/** One after the other: each is bounded by what the others leave of the page's budget. */
async function withSafeImages(design: Design, pictures: GivenPictures, onPart: OnPart): Promise<Design> {
  const budget = new Budget();
  const safe = async (source: string, path: string, box: { width: number; height: number }) => {
    const image = await makeImageSafe(embedded(source, path, pictures), path, box, {
      onPart,
      maxPixels: budget.remaining('imagePixels'),
    });
    const fault = budget.spend({ imagePixels: image.pixels, imageBytes: image.uri.length });
    if (fault) throw new DesignError([{ path, message: fault }]);
    return image.uri;
  };
  const { background, achievement } = design;
  const image = background?.image && (await safe(background.image, 'background.image', design.page));
  const side = { width: ACHIEVEMENT_IMAGE_SIDE, height: ACHIEVEMENT_IMAGE_SIDE };
  const badge = achievement?.image && (await safe(achievement.image, 'achievement.image', side));
  const elements: DesignElement[] = [];
  for (const [index, element] of design.elements.entries()) {
    const { image: picture } = kindOf(element);
    if (!picture) {
      elements.push(element);
      continue;
    }
    const source = picture.read(element);
    if (!source) {
      elements.push(element);
      continue;
    }
    const { member, uri } = source;
    const path = `elements[${index}].${member}`;
    if (uri === undefined) throw new DesignError([{ path, message: 'is missing: takes a data URI' }]);
    elements.push(picture.replace(element, await safe(uri, path, element)));
  }
  return {
    ...design,
    elements,
    ...(image && { background: { ...background, image } }),
    ...(badge && { achievement: { ...achievement, image: badge } }),
  };
}
