import { checkDocument, type Design, detectedVariables } from '../design/design.ts';
import { DesignError } from '../design/design-error.ts';
import { ACHIEVEMENT_IMAGE_SIDE } from '../design/properties.ts';
import { type DesignElement, picturesOf, withPictures } from '../elements/kinds.ts';
import { makeImageSafe, type OnPart } from '../images/make-image-safe.ts';
import { Budget } from '../scene/budget.ts';
import type { RenderProblem } from '../scene/render-error.ts';
import { buildScene } from './build-scene.ts';
import { type CompiledTemplate, compileTemplate } from './compile.ts';
import { isPreparedElement, prepareElements } from './prepare-elements.ts';

/**
 * Checks a design document, makes its images safe, and refuses one that would take too long or too much memory to render.
 * DesignError names every fault. Parsing what it gave changes nothing. `onPart` is told of each image that is decoded.
 */
export async function parseDesign(input: unknown, onPart: OnPart = () => undefined): Promise<Design> {
  const design = await withSafeImages(checkDocument(input), onPart);
  const names = new Map(detectedVariables(design).map((name) => [name, name]));
  const template = await compileTemplate(design);
  const { problems } = buildScene(template, names, await prepareElements(template, names));
  const refused = [
    ...problems.filter(({ kind }) => kind === 'too-costly'),
    ...(await overflowsWithoutValues(template)),
  ];
  if (refused.length > 0)
    throw new DesignError(refused.map(({ element, message }) => ({ path: `elements[${element}]`, message })));
  return design;
}

/** What does not fit although nothing is filled in: no certificate could be made. Of texts, the designer shows it. */
async function overflowsWithoutValues(template: CompiledTemplate): Promise<RenderProblem[]> {
  const isPrepared = ({ element }: RenderProblem) => isPreparedElement(template, element);
  if (!template.design.elements.some((_, element) => isPreparedElement(template, element))) return [];
  const { problems } = buildScene(template, new Map(), await prepareElements(template, new Map()));
  return problems.filter((problem) => problem.kind === 'overflow' && isPrepared(problem));
}

/** One after the other: each is bounded by what the others leave of the page's budget. */
async function withSafeImages(design: Design, onPart: OnPart): Promise<Design> {
  const budget = new Budget();
  const safe = async (source: string, path: string, box: { width: number; height: number }) => {
    const image = await makeImageSafe(source, path, box, { onPart, maxPixels: budget.remaining('imagePixels') });
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
    const made = new Map<string, string>();
    for (const { path: member, uri } of picturesOf(element)) {
      const path = `elements[${index}].${member}`;
      if (uri === undefined) throw new DesignError([{ path, message: 'is missing: takes a data URI' }]);
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
