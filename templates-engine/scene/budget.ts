import { type Detail, detail } from '../../errors/detail.ts';
import type { Face } from '../fonts/faces.ts';
import { type Cost, costOf, facesOfElement, type Resource } from './cost.ts';
import type { Scene, SceneElement } from './scene.ts';

/**
 * Limits of a page, so that rendering it takes at most some seconds and some hundred megabytes. Costs are computed from its scene before
 * anything is rendered. See the table in docs/designs.md.
 */
const LIMITS = {
  characters: [50_000, 'characters of text'],
  shaped: [100_000, 'characters shaped to fit texts'],
  glyphs: [15_000, 'glyphs (a coloured one counts as 20)'],
  glyphPixels: [100_000_000, 'pixels of glyphs (a coloured one counts 20 times)'],
  fontBytes: [24_000_000, 'bytes of fonts'],
  painted: [1_200_000_000, 'pixels to paint'],
  overlaid: [24_000_000, 'pixels of fixed elements over variable ones'],
  imagePixels: [40_000_000, 'pixels of pictures'],
  imageBytes: [20_000_000, 'bytes of pictures'],
  modules: [500_000, 'modules of QR codes'],
  links: [500, 'link areas'],
  outline: [4_000_000, 'pixels of outlines'],
  shadowPixels: [6_000_000, 'pixels of shadows'],
} as const satisfies Record<Resource, readonly [limit: number, what: string]>;

const NOTHING = Object.fromEntries(Object.keys(LIMITS).map((resource) => [resource, 0])) as Record<Resource, number>;

/** Adds up the costs of a page's elements. */
export class Budget {
  readonly #spent = { ...NOTHING };
  readonly #faces = new Set<Face>();

  remaining(resource: Resource): number {
    return LIMITS[resource][0] - this.#spent[resource];
  }

  /** Adds a cost. If it exceeds a limit, returns a fault with the figure and adds nothing. */
  spend(cost: Cost): Detail | null {
    // Without `Object.entries`, which took a twelfth of the time of checking a certificate's values.
    let resource: Resource;
    for (resource in cost) {
      const amount = cost[resource] ?? 0;
      if (amount > this.remaining(resource)) return overLimit(resource, this.#spent[resource] + amount);
    }
    for (resource in cost) this.#spent[resource] += cost[resource] ?? 0;
    return null;
  }

  /** Adds the cost of an element of the scene. */
  spendElement(element: SceneElement, page: Scene['page'], isOverlaid: boolean): Detail | null {
    const added = facesOfElement(element).filter((face) => !this.#faces.has(face));
    const cost = costOf(element, page, isOverlaid);
    if (added.length > 0) cost.fontBytes = added.reduce((sum, { sfnt }) => sum + sfnt.length, 0);
    const fault = this.spend(cost);
    if (!fault) for (const face of added) this.#faces.add(face);
    return fault;
  }
}

/** Returns the fault of a page that exceeds a limit. `Infinity` is an unknown amount. */
export function overLimit(resource: Resource, amount: number): Detail {
  const [most, what] = LIMITS[resource];
  const figure = Number.isFinite(amount) ? { amount: Math.ceil(amount) } : {};
  return detail('', 'too_complex', { resource: what, ...figure, most });
}
