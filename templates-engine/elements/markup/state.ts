import type { RasterImage } from '../../scene/scene.ts';
import { compileTree } from './compile/compile-tree.ts';
import type { CompiledBox } from './compile/nodes.ts';
import type { BoxInstance } from './expand/instances.ts';
import { type BoxLayout, BoxLayouts } from './layout/lay-out.ts';
import { Leaves } from './layout/leaves.ts';
import { planOf } from './paint/plan.ts';
import type { Planned } from './paint/planned.ts';
import type { MarkupDesignElement } from './schema.ts';

/** Results that are computed once per element and kept as long as the design. */
class MarkupState {
  readonly tree: CompiledBox;
  readonly leaves = new Leaves();
  readonly layouts = new BoxLayouts();
  readonly #plans = new WeakMap<BoxLayout, Planned[]>();
  readonly #element: MarkupDesignElement;

  constructor(element: MarkupDesignElement) {
    this.#element = element;
    this.tree = compileTree(element.root, element);
  }

  /** Returns the plan for a tree with these boxes. */
  planOf(layout: BoxLayout, root: BoxInstance, page: { width: number; height: number }): Planned[] {
    const plan =
      this.#plans.get(layout) ??
      planOf(
        root,
        { boxes: layout.boxes, origin: this.#element, page: { x: 0, y: 0, ...page } },
        this.#element.opacity ?? 1,
      );
    this.#plans.set(layout, plan);
    return plan;
  }
}

type Images = ReadonlyMap<string, RasterImage>;

/** States by the images of a compiled template. Each template has its own images, and plans contain them. */
const states = new WeakMap<Images, WeakMap<MarkupDesignElement, MarkupState>>();

export function stateOf(element: MarkupDesignElement, images: Images): MarkupState {
  const ofTemplate = states.get(images) ?? new WeakMap<MarkupDesignElement, MarkupState>();
  states.set(images, ofTemplate);
  const state = ofTemplate.get(element) ?? new MarkupState(element);
  ofTemplate.set(element, state);
  return state;
}
