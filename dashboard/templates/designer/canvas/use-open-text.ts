import { inlineOf } from '../elements/kinds.ts';
import type { Item } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';
import { isFree } from '../model/layers.ts';

/**
 * Starts editing an element's text on the page, if it has one. Selects all of the text if it is to be replaced; otherwise puts the caret at
 * the end.
 */
export function useOpenText(): (item: Item, how: { isReplaced: boolean; opened?: { x: number; y: number } }) => void {
  const { setSession } = useEditor();
  return (item, { isReplaced, opened }) => {
    const inline = inlineOf(item);
    if (!inline || !isFree(item)) return;
    const end = inline.lengthOf(item);
    setSession({ id: item.id, range: { start: isReplaced ? 0 : end, end }, ...(opened && { opened }) });
  };
}
