import { LRUCache } from 'lru-cache';
import type { BuiltElement } from '../elements/shared/kind.ts';
import type { ShownValues } from '../text/values.ts';
import type { CompiledTemplate } from './compile.ts';

/** For each template, its elements by what they depend on: most of a batch's texts are the same in every certificate. */
const builtElements = new WeakMap<CompiledTemplate, LRUCache<string, BuiltElement>>();
const KEPT = { elements: 1000, characters: 15_000 };

/** Which element it is, the language that it is written in, and how many characters it has with its values. */
interface ElementOfPage {
  index: number;
  writtenIn: string | null;
  characters: number;
}

/** An element that was built for the same values and language before, or else what `build` makes. */
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

/** The same where building has to wait for something. */
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

/** No two lists of values have the same key: each value is behind its length. */
function keyOf(index: number, writtenIn: string | null, variables: readonly string[], values: ShownValues): string {
  let key = `${index} ${writtenIn ?? ''}`;
  for (const name of variables) {
    const value = values.raw(name) ?? '';
    key += ` ${value.length} ${value}`;
  }
  return key;
}
