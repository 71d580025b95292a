import { useLayoutEffect, useRef } from 'react';
import type { Editor } from '../model/editor-context.ts';
import { elementDomId } from '../model/focus.ts';

/**
 * Moves the focus from an element to the elements that an edit adds, such as its copies. Keys apply to the focused element, so that Delete
 * after Ctrl+D would remove the original. Runs before the next key is handled.
 */
export function useFocusAdded({ draft, selection }: Pick<Editor, 'draft' | 'selection'>): void {
  const former = useRef(draft);
  useLayoutEffect(() => {
    const before = former.current;
    former.current = draft;
    const focused = document.activeElement?.id;
    if (draft === before || !before.elements.some(({ id }) => elementDomId(id) === focused)) return;
    const known = new Set(before.elements.map(({ id }) => id));
    const added = selection.filter((id) => !known.has(id)).at(-1);
    if (added !== undefined) document.getElementById(elementDomId(added))?.focus({ preventScroll: true });
  }, [draft, selection]);
}
