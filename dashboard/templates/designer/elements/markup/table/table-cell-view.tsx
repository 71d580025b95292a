import { t } from '@lingui/core/macro';
import type { ElementOf, Item } from '../../../model/design.ts';
import { changeItems } from '../../../model/edit.ts';
import { useEditor } from '../../../model/editor-context.ts';
import { elementDomId, focusSoon, INLINE_TEXT_ID } from '../../../model/focus.ts';
import type { CellPlace, TextSession } from '../../../model/text-range.ts';
import { childrenOf, type Root } from '../tree/tree.ts';
import { setCell } from './change-cells.ts';
import { sizeColumns } from './columns.ts';
import { cssOfNode } from './css.ts';
import { dragColumn, dragRow } from './edges.ts';
import { withStripes } from './looks.ts';
import { nextCell } from './next-cell.ts';
import { readTable, type TableCell, textAt } from './read-table.ts';
import { addRow, sizeRow } from './rows.ts';
import { Stills } from './still.tsx';
import classes from './table.module.css';
import { TableCellEditor } from './table-cell-editor.tsx';

interface TableCellViewProps {
  item: Item<ElementOf<'markup'>>;
  session: TextSession;
  cell: TableCell;
  place: CellPlace;
  isActive: boolean;
}

/** Shows one cell of a table: its text, the editor of the active one, and the edges that size its column and row. */
export function TableCellView({ item, session, cell, place, isActive }: TableCellViewProps) {
  const { edit, dispatch, setSession } = useEditor();
  const change = (root: Root, tag?: string) => edit(changeItems([item.id], { root }), tag);
  const settle = () => dispatch({ type: 'settle' });
  const go = (to: CellPlace, root = item.root) => {
    const end = textAt(root, to).length;
    setSession({ id: item.id, range: { start: 0, end }, cell: to });
  };
  const leave = () => {
    setSession(null);
    focusSoon(elementDomId(item.id));
  };
  const { row, column } = place;
  const style = cssOfNode(cell.node);
  const isHeader = cell.node.type === 'th';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role depends on the cell, and the keys are those of its editor
    <div
      role={isHeader ? 'columnheader' : 'gridcell'}
      tabIndex={-1}
      className={classes.cell}
      data-cell={`${row} ${column}`}
      data-active={isActive || undefined}
      style={{
        ...(isHeader && { fontWeight: 700 }),
        ...style,
        flex: style.flex ?? (style.width === undefined ? '1 1 0%' : '0 0 auto'),
      }}
      onMouseDown={(event) => {
        const isInEditor = event.target instanceof Element && event.target.id === INLINE_TEXT_ID;
        if (cell.text === null || event.button !== 0 || isInEditor) return;
        // Otherwise the browser would focus the cell instead of its editor.
        event.preventDefault();
        if (isActive) return;
        settle();
        const end = cell.text.length;
        setSession({ id: item.id, range: { start: end, end }, cell: place });
      }}
    >
      {cell.text === null ? (
        <span title={t`Parts of this cell have their own style. Edit them under Code.`}>
          <Stills nodes={childrenOf(cell.node)} />
        </span>
      ) : isActive ? (
        <TableCellEditor
          {...{ place, session }}
          text={cell.text}
          onType={(text) => change(setCell(item.root, place, text), `cell ${item.id} ${row} ${column}`)}
          onMove={(key, isBack) => {
            settle();
            const next = nextCell(readTable(item.root), place, key, isBack);
            if (next === 'stay') return key === 'Enter';
            if (next === 'leave') leave();
            else if (next === 'add') {
              const longer = withStripes(item.root, addRow(item.root, row, 'below'));
              change(longer);
              go({ row: row + 1, column: 0 }, longer);
            } else go(next);
            return true;
          }}
        />
      ) : (
        // An empty cell keeps the height of a line.
        cell.text || '\u200B'
      )}
      <div
        aria-hidden
        className={classes.columnEdge}
        onPointerDown={(event) =>
          dragColumn(event, column, {
            onSize: (shares) => change(sizeColumns(item.root, shares), `columns ${item.id}`),
            onEnd: settle,
          })
        }
      />
      <div
        aria-hidden
        className={classes.rowEdge}
        onPointerDown={(event) =>
          dragRow(event, {
            onSize: (height) => change(sizeRow(item.root, row, height), `row ${item.id} ${row}`),
            onEnd: settle,
          })
        }
      />
    </div>
  );
}
