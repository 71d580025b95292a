import { kindOf } from '../elements/kinds.ts';
import { isMet } from '../elements/shared/condition.ts';
import type { BuiltElement } from '../elements/shared/kind.ts';
import { Budget } from '../scene/budget.ts';
import { ShapingLimitError } from '../text/measured-paragraph.ts';
import type { Values } from '../text/placeholders.ts';
import { asGiven } from '../text/values.ts';
import { keptLater } from './built-elements.ts';
import type { CompiledTemplate } from './compile.ts';
import { givenLanguage } from './language.ts';

/** Elements that were built ahead, by their index; null is one that takes more shaping than its page has. */
export type Prepared = ReadonlyMap<number, BuiltElement | null>;

export const NONE_PREPARED: Prepared = new Map();

/** Whether an element is built ahead, since that has to wait for something. */
export function isPreparedElement({ design }: CompiledTemplate, index: number): boolean {
  const element = design.elements[index];
  return element !== undefined && kindOf(element).prepare !== undefined;
}

/** Builds what has to be built ahead of its page, as far as the page's texts may be shaped; at once where that is nothing. */
export async function prepareElements(template: CompiledTemplate, values: Values): Promise<Prepared> {
  const indexes = template.design.elements.keys().filter((index) => isPreparedElement(template, index));
  const prepared = new Map<number, BuiltElement | null>();
  const budget = new Budget();
  const [shown, language] = [asGiven(values), givenLanguage(template)];
  for (const index of indexes) {
    const element = template.design.elements[index];
    if (!element || (element.showIf && !isMet(element.showIf, shown))) continue;
    const context = { images: template.images, maxShapedCharacters: budget.remaining('shaped'), language };
    const { prepare } = kindOf(element);
    const build = () => prepare?.(element, shown, context);
    try {
      const built = await keptLater(template, { index, language, characters: WEIGHT }, shown, build);
      if (!built) continue;
      budget.spend({ shaped: built.shapedCharacters ?? 0 });
      prepared.set(index, built);
    } catch (error) {
      if (!(error instanceof ShapingLimitError)) throw error;
      budget.spend({ shaped: context.maxShapedCharacters });
      prepared.set(index, null);
    }
  }
  return prepared;
}

/** What such an element counts as among those that are kept, in characters: it has many parts. */
const WEIGHT = 1500;
