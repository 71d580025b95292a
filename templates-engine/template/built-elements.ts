import { LRUCache } from 'lru-cache';
import type { BuiltElement } from '../elements/shared/kind.ts';
import type { ShownValues } from '../text/values.ts';
import type { CompiledTemplate } from './compile.ts';

/** Built elements per template, by their inputs. Most texts of a batch are the same in every certificate. */
const builtElements = new WeakMap<CompiledTemplate, LRUCache<string, BuiltElement>>();
const KEPT = { elements: 1000, characters: 15_000 };

/** Index of an element, the language of its text, and its number of characters with values. */
interface ElementOfPage {
  index: number;
  writtenIn: string | null;
  characters: number;
}

/** Returns an element that was built before for the same values and language, or else the result of `build`. */
export function keptElement(
  template: CompiledTemplate,
  { index, writtenIn, characters }: ElementOfPage,
  values: ShownValues,
  build: () => BuiltElement,
): BuiltElement {
  const kept = elementsOf(template);
  const key = keyOf(index, writtenIn, template.variables[index] ?? [], values);
  const known = kept.get(key);
  if (known) return known;
  const built = build();
  kept.set(key, built, { size: key.length + characters });
  return built;
}

/** Returns a cached element, or builds it asynchronously. */
export async function keptLater(
  template: CompiledTemplate,
  { index, writtenIn, characters }: ElementOfPage,
  values: ShownValues,
  build: () => Promise<BuiltElement>,
): Promise<BuiltElement> {
  const kept = elementsOf(template);
  const key = keyOf(index, writtenIn, template.variables[index] ?? [], values);
  const known = kept.get(key);
  if (known) return known;
  const built = await build();
  kept.set(key, built, { size: key.length + characters });
  return built;
}

function elementsOf(template: CompiledTemplate): LRUCache<string, BuiltElement> {
  const known = builtElements.get(template);
  if (known) return known;
  const kept = new LRUCache<string, BuiltElement>({ max: KEPT.elements, maxSize: KEPT.characters });
  builtElements.set(template, kept);
  return kept;
}

/** Returns a key that is unique for a list of values. Each value follows its length. */
function keyOf(index: number, writtenIn: string | null, variables: readonly string[], values: ShownValues): string {
  let key = `${index} ${writtenIn ?? ''}`;
  for (const name of variables) {
    const value = values.raw(name) ?? '';
    key += ` ${value.length} ${value}`;
  }
  return key;
}
