import type { ElementOf, Item } from '../../../model/design.ts';
import { useEditor } from '../../../model/editor-context.ts';
import { textAt } from './read-table.ts';

/** Returns a function that starts editing the cells of a table on the page. */
export function useOpenTable(item: Item<ElementOf<'markup'>>): () => void {
  const { setSession } = useEditor();
  return () => {
    const end = textAt(item.root, { row: 0, column: 0 }).length;
    setSession({ id: item.id, range: { start: end, end }, cell: { row: 0, column: 0 } });
  };
}
