import { type ElementPicture, elementPainter } from '../png/painting/element-picture.ts';
import type { RenderProblem } from '../scene/render-error.ts';
import type { Values } from '../text/placeholders.ts';
import { typeProblems } from './check-types.ts';
import type { CompiledTemplate } from './compile.ts';
import { type GivenPictures, orSample, picturesOf } from './pictures.ts';
import { build, withSamples } from './render.ts';

/** Parts of a page to draw: elements by their index in the design, and the background below them. */
export interface WantedParts {
  elements: readonly number[];
  background: boolean;
}

/** Part of a page as a separate picture. `element` is null for the background. */
export interface DrawnPart extends ElementPicture {
  element: number | null;
}

/**
 * Renders parts of a page as separate pictures. Stacked, they equal the output of renderPreview pixel by pixel. Also returns the problems
 * that prevent rendering a certificate.
 */
export async function renderElements(
  template: CompiledTemplate,
  values: Values,
  { elements, background }: WantedParts,
  pictures: GivenPictures = new Map(),
): Promise<{ parts: DrawnPart[]; problems: RenderProblem[] }> {
  const shown = orSample(picturesOf(pictures));
  const { scene, problems } = await build(template, withSamples(template, values), { pictures: shown });
  const paint = elementPainter(scene.page);
  const below = template.background.length;
  const parts: DrawnPart[] = [];
  if (background) parts.push({ element: null, ...(await paint(scene.elements.slice(0, below))) });
  for (const element of new Set(elements)) {
    const [built] = scene.elements.slice(below + element, below + element + 1);
    if (element >= 0 && built) parts.push({ element, ...(await paint([built])) });
  }
  return { parts, problems: [...typeProblems(template, values), ...problems] };
}
