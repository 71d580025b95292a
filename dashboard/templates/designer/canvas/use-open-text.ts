import { kindOf } from '../elements/kinds.ts';
import type { Item } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';
import { isFree } from '../model/layers.ts';

/**
 * Starts editing an element's text on the page, if it has one. Selects all of the text if it is to be replaced; otherwise puts the caret at
 * the end.
 */
export function useOpenText(): (item: Item, how: { isReplaced: boolean }) => void {
  const { setSession } = useEditor();
  return (item, { isReplaced }) => {
    const { inline } = kindOf(item);
    if (!inline || !isFree(item)) return;
    const end = inline.lengthOf(item);
    setSession({ id: item.id, range: { start: isReplaced ? 0 : end, end } });
  };
}
