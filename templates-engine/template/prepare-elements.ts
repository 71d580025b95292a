import { kindOf, pictureVariablesOf } from '../elements/kinds.ts';
import { isMet } from '../elements/shared/is-met.ts';
import type { BuiltElement, Pictures } from '../elements/shared/kind.ts';
import { Budget } from '../scene/budget.ts';
import type { Values } from '../text/placeholders.ts';
import { ShapingLimitError } from '../text/shaping/shaping-budget.ts';
import { keptLater } from './built-elements.ts';
import type { CompiledTemplate } from './compile.ts';
import { shownValues } from './shown-values.ts';

/** Elements built in advance, by index. Null for an element that exceeds the shaping limit of its page. */
export type Prepared = ReadonlyMap<number, BuiltElement | null>;

export const NONE_PREPARED: Prepared = new Map();

/**
 * Builds the elements that must be built before their page, within the shaping limit of the page. Resolves immediately if no element needs
 * it.
 */
export async function prepareElements(
  template: CompiledTemplate,
  values: Values,
  { hides = true, pictures = () => undefined }: { hides?: boolean; pictures?: Pictures } = {},
): Promise<Prepared> {
  if (!template.isPrepared) return NONE_PREPARED;
  const prepared = new Map<number, BuiltElement | null>();
  const budget = new Budget();
  const { values: shown, language, writtenIn } = shownValues(template, values);
  for (const [index, element] of template.design.elements.entries()) {
    const { prepare } = kindOf(element);
    if (!prepare || (hides && element.showIf && !isMet(element.showIf, shown))) continue;
    const { images, fonts, design } = template;
    const maxShapedCharacters = budget.remaining('shaped');
    const context = { images, fonts, pictures, maxShapedCharacters, language, page: design.page };
    try {
      const build = () => prepare(element, shown, context);
      // Nearly every certificate has its own picture, so caching them would only take memory.
      const isOwn = pictureVariablesOf(element).length > 0;
      const place = { index, writtenIn, characters: WEIGHT };
      const built = isOwn ? await build() : await keptLater(template, place, shown, build);
      budget.spend({ shaped: built.shapedCharacters ?? 0 });
      prepared.set(index, built);
    } catch (error) {
      if (!(error instanceof ShapingLimitError)) throw error;
      budget.spend({ shaped: maxShapedCharacters });
      prepared.set(index, null);
    }
  }
  return prepared;
}

/** Weight of a prepared element in the cache, in characters. It has many parts. */
const WEIGHT = 1500;
