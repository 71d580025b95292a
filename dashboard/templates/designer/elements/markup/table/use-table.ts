import { useState } from 'react';
import type { ElementOf, Item } from '../../../model/design.ts';
import { changeItems } from '../../../model/edit.ts';
import { useEditor } from '../../../model/editor-context.ts';
import type { CellPlace } from '../../../model/text-range.ts';
import type { Root } from '../tree/tree.ts';
import { withStripes } from './looks.ts';
import { placeIn } from './place-in.ts';
import { readTable, textAt } from './read-table.ts';

/** Returns a table with the place that its tools act on: the cell edited on the page, or the one chosen in the panel. */
export function useTable(item: Item<ElementOf<'markup'>>) {
  const { edit, session, setSession } = useEditor();
  const [chosen, setChosen] = useState<CellPlace>({ row: 0, column: 0 });
  const table = readTable(item.root);
  const own = session?.id === item.id ? session : null;
  const place = placeIn(table, own ? own.cell : chosen);
  /** Changes the table as one step of the history. Changes with the same tag become one step. */
  const change = (root: Root, tag?: string) => {
    if (root !== item.root) edit(changeItems([item.id], { root }), tag);
  };
  const go = (to: CellPlace, root = item.root) => {
    setChosen(to);
    const end = textAt(root, to).length;
    if (own) setSession({ id: item.id, range: { start: end, end }, cell: to });
  };
  /** Adds, moves or removes rows or columns. The stripes follow, and the tools act on the given place afterwards. */
  const reshape = (root: Root | null, to: CellPlace) => {
    if (!root || root === item.root) return;
    const next = withStripes(item.root, root);
    change(next);
    go(placeIn(readTable(next), to), next);
  };
  return { table, place, change, reshape, go };
}
