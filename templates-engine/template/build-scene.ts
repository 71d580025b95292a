import { LRUCache } from 'lru-cache';
import { type DesignElement, kindOf } from '../elements/kinds.ts';
import type { BuiltElement } from '../elements/shared/kind.ts';
import { ELEMENT_DEFAULTS } from '../elements/shared/properties.ts';
import { type Box, overlap } from '../graphics/geometry.ts';
import { Budget, overLimit } from '../scene/budget.ts';
import { inkBounds } from '../scene/ink-bounds.ts';
import type { RenderProblem } from '../scene/render-error.ts';
import type { Primitive, Scene, SceneElement } from '../scene/scene.ts';
import { ShapingLimitError } from '../text/measured-paragraph.ts';
import { isBuiltIn, type TextPart, type Values, variablesOf } from '../text/placeholders.ts';
import type { CompiledTemplate } from './compile.ts';

type Fault = Omit<RenderProblem, 'element' | 'variable'>;

/** Fills a template in and places everything on the page; problems say what does not fit or can't be shown. */
export function buildScene(template: CompiledTemplate, values: Values): { scene: Scene; problems: RenderProblem[] } {
  const problems: RenderProblem[] = [];
  const { page } = template.design;
  const budget = new Budget();
  for (const element of template.background) budget.spendElement(element, page, false);
  const overlays = new Overlays();
  const elements = template.design.elements.map((source, index): SceneElement => {
    const parts = template.parts[index] ?? [];
    const built = buildWithin(budget, template, index, source, values);
    const element = sceneElement(source, built.primitive, parts);
    const tooCostly = built.tooCostly ?? budget.spendElement(element, page, overlays.add(element));
    const fault: Fault | undefined = tooCostly ? { kind: 'too-costly', message: tooCostly } : built.fault;
    if (fault) problems.push({ ...fault, element: index, variable: variableAtFault(parts, values, fault.characters) });
    return tooCostly ? { ...element, primitive: NOTHING, semantics: { role: 'artifact' } } : element;
  });
  return { scene: { page, elements: [...template.background, ...elements] }, problems };
}

/** Replaces an element that costs too much, so that the rest of a preview is rendered. */
const NOTHING: Primitive = { kind: 'path', path: [], fill: null, stroke: null, strokeWidth: 0 };

function sceneElement(source: DesignElement, primitive: Primitive, parts: readonly TextPart[]): SceneElement {
  const { x, y, width, height } = source;
  const { opacity = ELEMENT_DEFAULTS.opacity, rotation = ELEMENT_DEFAULTS.rotation } = source;
  return {
    primitive,
    opacity,
    rotation,
    box: { x, y, width, height },
    semantics: kindOf(source).semanticsOf(source),
    isVariable: variablesOf(parts).length > 0,
  };
}

/** Tells which fixed elements lie over variable ones: each is kept as a picture of its own. */
class Overlays {
  readonly #bounds: Box[] = [];

  /** Whether it does; elements come in painting order. */
  add(element: SceneElement): boolean {
    const bounds = inkBounds(element);
    const isOver = !element.isVariable && this.#bounds.some((box) => overlap(bounds, box));
    if (element.isVariable || isOver) this.#bounds.push(bounds);
    return isOver;
  }
}

/** Builds an element as far as its page's texts may still be filled in and shaped. */
function buildWithin(
  budget: Budget,
  template: CompiledTemplate,
  index: number,
  element: DesignElement,
  values: Values,
): BuiltElement & { tooCostly?: string } {
  const parts = template.parts[index] ?? [];
  const kind = kindOf(element);
  const tooManyCharacters = budget.spend({ characters: lengthOf(parts, values) });
  if (tooManyCharacters) return { primitive: NOTHING, tooCostly: tooManyCharacters };
  const maxShapedCharacters = budget.remaining('shaped');
  const tooMuchShaping = { primitive: NOTHING, tooCostly: overLimit('shaped', Number.POSITIVE_INFINITY) };
  if (kind.isShaped && maxShapedCharacters <= 0) return tooMuchShaping;
  const content = kind.fill(parts, values);
  try {
    const built = cached(template, `${index} ${content}`, () =>
      kind.build(element, content, { images: template.images, maxShapedCharacters }),
    );
    const tooCostly = budget.spend({ shaped: built.shapedCharacters ?? 0 });
    return tooCostly ? { primitive: NOTHING, tooCostly } : built;
  } catch (error) {
    if (!(error instanceof ShapingLimitError)) throw error;
    // The work was done all the same: the next text is not given as much again.
    budget.spend({ shaped: maxShapedCharacters });
    return tooMuchShaping;
  }
}

const lengthOf = (parts: readonly TextPart[], values: Values): number =>
  parts.reduce((sum, part) => sum + ('text' in part ? part.text : (values.get(part.variable) ?? '')).length, 0);

/** For each template, its elements by content: most of a batch's texts are the same in every certificate. */
const builtElements = new WeakMap<CompiledTemplate, LRUCache<string, BuiltElement>>();
const CACHED = { elements: 1000, characters: 15_000 };

function cached(template: CompiledTemplate, key: string, build: () => BuiltElement): BuiltElement {
  const cache =
    builtElements.get(template) ??
    new LRUCache<string, BuiltElement>({
      max: CACHED.elements,
      maxSize: CACHED.characters,
      sizeCalculation: (_, { length }) => length,
    });
  builtElements.set(template, cache);
  const known = cache.get(key);
  if (known) return known;
  const built = build();
  cache.set(key, built);
  return built;
}

/** The variable that a fault is reported for: one that has the characters, else the longest. */
function variableAtFault(
  parts: readonly TextPart[],
  values: Values,
  characters: readonly string[] = [],
): string | null {
  const names = variablesOf(parts).filter((name) => !isBuiltIn(name));
  const shown = (name: string) => values.get(name)?.normalize('NFC') ?? '';
  const holder = names.find((name) =>
    characters.some((character) => shown(name).toLocaleUpperCase('und').includes(character.toLocaleUpperCase('und'))),
  );
  if (characters.length > 0) return holder ?? null;
  return names.sort((a, b) => shown(b).length - shown(a).length)[0] ?? null;
}
