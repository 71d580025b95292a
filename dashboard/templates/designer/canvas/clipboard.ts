import { areDefinitions, isElement } from '../elements/is-design.ts';
import { toDesign } from '../elements/to-design.ts';
import { type DesignElement, type Draft, type Item, withId } from '../model/design.ts';
import { addItems, copiesOf } from '../model/edit.ts';
import type { Edit } from '../model/history.ts';

/** Returns elements, with the definitions of their variables, as text that can be pasted into another template. */
export function toClipboard(draft: Draft, items: readonly Item[]): string {
  const { elements, variables } = toDesign({ ...draft, elements: [...items] });
  return JSON.stringify({ laurelElements: elements, laurelVariables: variables }, null, 2);
}

/** Returns an edit that adds the copied elements, or null if the text is something else. */
export function pasteOf(text: string): Edit | null {
  try {
    const { laurelElements, laurelVariables } = JSON.parse(text) as Record<string, unknown>;
    if (!Array.isArray(laurelElements) || laurelElements.length === 0 || !laurelElements.every(isElement)) return null;
    const items = (laurelElements as DesignElement[]).map(withId);
    return addItems(copiesOf(items), areDefinitions(laurelVariables) ? laurelVariables : undefined);
  } catch {
    return null;
  }
}
