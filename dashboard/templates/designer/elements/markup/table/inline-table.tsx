import { t } from '@lingui/core/macro';
import { useLayoutEffect, useRef } from 'react';
import { cssFamily } from '../../../../../components/faces.ts';
import type { ElementOf, Item } from '../../../model/design.ts';
import { useEditor } from '../../../model/editor-context.ts';
import type { CellPlace, TextSession } from '../../../model/text-range.ts';
import { useFace } from '../../text/fonts.ts';
import { childrenOf } from '../tree/tree.ts';
import { cssOfNode } from './css.ts';
import { placeIn } from './place-in.ts';
import { readTable, type TableRow, textAt } from './read-table.ts';
import { Still } from './still.tsx';
import classes from './table.module.css';
import { TableCellView } from './table-cell-view.tsx';
import { fontOf, LINE_HEIGHT } from './table-font.ts';

interface InlineTableProps {
  item: Item<ElementOf<'markup'>>;
  session: TextSession;
}

/** Edits the cells of a table in place on the page, and sizes its columns and rows. */
export function InlineTable({ item, session }: InlineTableProps) {
  const { setSession } = useEditor();
  const ref = useRef<HTMLDivElement>(null);
  const table = readTable(item.root);
  const { font, size, color } = fontOf(item.root);
  useFace(font, 400, false);
  useFace(font, 700, false);
  const { opened } = session;
  const openCell = (cell: CellPlace) => {
    const end = textAt(item.root, cell).length;
    setSession({ id: item.id, range: { start: end, end }, cell });
  };
  // Opens the cell under the pointer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the opening has a place
  useLayoutEffect(() => {
    const hit = opened && document.elementFromPoint(opened.x, opened.y)?.closest<HTMLElement>('[data-cell]');
    if (hit && ref.current?.contains(hit)) openCell(placeOf(hit.dataset.cell));
  }, [opened]);
  if (!table) return null;
  const grid = (
    // biome-ignore lint/a11y/useSemanticElements: the platform lays rows out as flex boxes, and an HTML table would not
    <div key="table" role="grid" aria-label={t`Table on the page`} style={cssOfNode(table.node)}>
      {table.rows.map((row, at) => (
        <Row key={row.path.join()} {...{ item, session, row, at }} />
      ))}
    </div>
  );
  return (
    <div
      ref={ref}
      className={classes.table}
      style={{
        left: item.x,
        top: item.y,
        width: item.width,
        minHeight: item.height,
        transform: item.rotation ? `rotate(${item.rotation}deg)` : undefined,
        opacity: item.opacity,
        fontFamily: cssFamily(font),
        fontSize: size,
        lineHeight: LINE_HEIGHT,
        color,
      }}
      onPointerDown={(event) => event.stopPropagation()}
    >
      {table.path.length === 0 ? (
        grid
      ) : (
        <div style={cssOfNode(item.root)}>
          {childrenOf(item.root).map((child, at) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position only
            at === table.path[0] ? grid : <Still key={at} node={child} />,
          )}
        </div>
      )}
    </div>
  );
}

function placeOf(cell = ''): CellPlace {
  const [row = 0, column = 0] = cell.split(' ').map(Number);
  return { row, column };
}

function Row({ item, session, row, at }: InlineTableProps & { row: TableRow; at: number }) {
  const { row: activeRow, column: activeColumn } = placeIn(readTable(item.root), session.cell);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the cell in use has the focus
    // biome-ignore lint/a11y/useSemanticElements: the platform lays rows out as flex boxes, and an HTML table would not
    <div role="row" className={classes.row} style={cssOfNode(row.node)} data-repeats={row.node.each?.variable}>
      {row.cells.map((cell, column) => (
        <TableCellView
          key={cell.path.join()}
          {...{ item, session, cell, place: { row: at, column } }}
          isActive={activeRow === at && activeColumn === column}
        />
      ))}
    </div>
  );
}
