import { type Box, overlap } from '../graphics/geometry.ts';
import { inkBounds } from './ink-bounds.ts';
import type { Primitive, SceneElement, Semantics } from './scene.ts';

/**
 * Plan of painting a page, which both outputs follow. Elements are painted in the order of the scene, each over those before it. All pages
 * of a version have the same elements at the same indexes, so the plan of the page without values applies to every certificate. An element
 * that a certificate does not show keeps its place as an empty one.
 *
 * - `base`: painted once per version. No element below it depends on values.
 * - `overlay`: painted once per version, and placed over the variable elements of each certificate that it overlaps.
 * - `own`: painted for each certificate, because it depends on values.
 */
export type Turn = 'base' | 'overlay' | 'own';

/** Returns the bounds of everything that an element paints. `bounds` contains them, with a margin. */
type ExtentOf = (element: SceneElement, bounds: Box) => Box;

/** Assigns a turn to each element. Elements must be added in painting order. */
export class PaintPlan {
  /** Bounds of the elements that are not part of the base. */
  readonly #above: Box[] = [];

  /** `extentOf` is called for static elements that may be overlays. */
  add(element: SceneElement, extentOf: ExtentOf = (_, bounds) => bounds): Turn {
    const bounds = inkBounds(element);
    const extent = !element.isVariable && this.#isOver(bounds) ? extentOf(element, bounds) : bounds;
    const turn = element.isVariable ? 'own' : this.#isOver(extent) ? 'overlay' : 'base';
    if (turn !== 'base') this.#above.push(extent);
    return turn;
  }

  #isOver(box: Box): boolean {
    return this.#above.some((other) => overlap(box, other));
  }
}

/** Returns the turns of a page's elements. */
export function planPage(elements: readonly SceneElement[], extentOf?: ExtentOf): Turn[] {
  const plan = new PaintPlan();
  return elements.map((element) => plan.add(element, extentOf));
}

/** Content of an element that only keeps its place. */
export const EMPTY: { primitive: Primitive; semantics: Semantics } = {
  primitive: { kind: 'path', path: [], fill: null, stroke: null, strokeWidth: 0 },
  semantics: { role: 'artifact' },
};

/** Returns true for an element that only keeps its place. Neither output paints it. */
export const isEmpty = ({ primitive }: SceneElement): boolean =>
  primitive.kind === 'path' && primitive.path.length === 0;

/** Returns true for an element without visible content, which would mean nothing to a reader. The PDF leaves it out. */
export const isBlank = (element: SceneElement): boolean => isEmpty(element) || isBlankText(element);

const isBlankText = ({ primitive }: SceneElement): boolean =>
  primitive.kind === 'text' &&
  !primitive.layout.lines.some(({ line }) => /[^\s\p{Default_Ignorable_Code_Point}]/u.test(line.text));

/** Returns true for an element that assistive technology reads. Any other painted element is an artifact. */
export const isContent = (element: SceneElement): boolean => element.semantics.role !== 'artifact' && !isBlank(element);
