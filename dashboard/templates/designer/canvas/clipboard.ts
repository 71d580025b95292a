import { isElement } from '../elements/is-design.ts';
import { type DesignElement, type Item, toElement, withId } from '../model/design.ts';

/** Returns elements as text that can be pasted into another template. */
export const toClipboard = (items: readonly Item[]): string =>
  JSON.stringify({ laurelElements: items.map(toElement) }, null, 2);

/** Returns the copied elements with new ids, or null if the text is something else. */
export function fromClipboard(text: string): Item[] | null {
  try {
    const { laurelElements } = JSON.parse(text) as { laurelElements?: unknown };
    if (!Array.isArray(laurelElements) || laurelElements.length === 0 || !laurelElements.every(isElement)) return null;
    return (laurelElements as DesignElement[]).map(withId);
  } catch {
    return null;
  }
}
