import { memo, type ReactNode } from 'react';
import type { AddedPictures } from '../../pictures/added-pictures.ts';
import type { Row } from '../rows/rows.ts';
import { problemOf, type RowState, stateText, warningOf } from './cell-state.ts';
import { type GridColumn, STATE } from './columns.ts';
import classes from './grid.module.css';

/** Column by index, with its place in pixels. */
export interface ShownColumn {
  index: number;
  start: number;
  size: number;
}

interface GridRowProps {
  row: Row;
  index: number;
  top: number;
  width: number;
  columns: readonly GridColumn[];
  /** Columns in sight. */
  items: readonly ShownColumn[];
  problems: RowState['problems'];
  warnings: RowState['warnings'];
  isChecked: boolean;
  isConfirmed: boolean;
  pictures: AddedPictures;
  /** First and last selected column; -1 without one. */
  from: number;
  to: number;
  /** Column of the active cell; -1 in other rows. */
  active: number;
  /** Content of the active cell. */
  editor: ReactNode;
}

/** Row of the grid. Renders again only if its own content has changed. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, top, width, columns, items, pictures, from, to, active, editor } = props;
  const { problems, warnings, isChecked, isConfirmed } = props;
  const state = { problems, warnings, isChecked, isConfirmed };
  const isWrong = problems.length > 0;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      data-active={active >= 0 || undefined}
      style={{ top, width }}
    >
      <div role="rowheader" aria-colindex={1} className={classes.rowHead} data-wrong={isWrong || undefined}>
        {row.number}
      </div>
      {items.map(({ index: column, start, size }) => {
        const { key, field } = columns[column] ?? { key: STATE };
        const problem = field ? problemOf(field, row, state, pictures) : null;
        const isActive = column === active;
        const text = field
          ? (row.values[key] ?? '')
          : stateText(
              row,
              state,
              columns.flatMap((one) => one.field ?? []),
              pictures,
            );
        return (
          // The keys of the grid are handled by the focused field of its active cell.
          <div
            key={key}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={column >= from && column <= to}
            aria-readonly={!field || undefined}
            aria-invalid={problem !== null || undefined}
            className={classes.cell}
            data-row={index}
            data-column={column}
            data-active={isActive || undefined}
            data-state={field ? undefined : isWrong ? 'wrong' : isConfirmed ? 'ready' : 'open'}
            data-warned={(field && problem === null && warningOf(field, state) !== null) || undefined}
            title={!isActive && text.length > 20 ? text : undefined}
            style={{ insetInlineStart: start, width: size }}
          >
            {isActive ? editor : <CellText text={text} />}
          </div>
        );
      })}
    </div>
  );
});

/** Text in its own direction, in a box of its own: the direction of a cell decides from which side it is placed. Shows where lines end. */
const CellText = ({ text }: { text: string }) => (
  <div dir="auto" className={classes.text}>
    {text.includes('\n') ? text.replaceAll('\n', ' ↵ ') : text}
  </div>
);
