import { kindOf } from '../elements/kinds.ts';
import type { Item } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';
import { isFree } from '../model/layers.ts';

/** Begins to edit an element's text on the page, where it has one: all of it is selected where it is to be replaced, else the caret is at its end. */
export function useOpenText(): (item: Item, how: { isReplaced: boolean }) => void {
  const { setSession } = useEditor();
  return (item, { isReplaced }) => {
    const { inline } = kindOf(item);
    if (!inline || !isFree(item)) return;
    const end = inline.lengthOf(item);
    setSession({ id: item.id, range: { start: isReplaced ? 0 : end, end } });
  };
}
