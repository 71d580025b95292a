import { checkDocument, type Design, detectedVariables } from '../design/design.ts';
import { DesignError } from '../design/design-error.ts';
import { ACHIEVEMENT_IMAGE_SIDE } from '../design/properties.ts';
import { type DesignElement, kindOf } from '../elements/kinds.ts';
import { makeImageSafe, type OnPart } from '../images/make-image-safe.ts';
import { Budget } from '../scene/budget.ts';
import { buildScene } from './build-scene.ts';
import { compileTemplate } from './compile.ts';
import { embedded, type GivenPictures, orSample } from './pictures.ts';
import { withLetterhead } from './with-letterhead.ts';

/**
 * Checks a design document, makes its images safe, and refuses one that would take too long or too much memory to render.
 * DesignError names every fault. Parsing what it gave changes nothing. `onPart` is told of each image that is decoded;
 * `pictures` are the uploaded ones that the document names, and become part of it.
 */
export async function parseDesign(
  input: unknown,
  { onPart = () => undefined, pictures = new Map() }: { onPart?: OnPart; pictures?: GivenPictures } = {},
): Promise<Design> {
  const design = await withSafeImages(checkDocument(await withLetterhead(input, onPart)), pictures, onPart);
  const names = new Map(detectedVariables(design).map((name) => [name, name]));
  const { problems } = buildScene(await compileTemplate(design), names, { hides: false, pictures: orSample() });
  const tooCostly = problems.filter(({ kind }) => kind === 'too-costly');
  if (tooCostly.length > 0)
    throw new DesignError(tooCostly.map(({ element, message }) => ({ path: `elements[${element}]`, message })));
  return design;
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
