import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import type { Field } from '../../issuing/recipients.ts';
import type { AddedPictures } from '../../pictures/added-pictures.ts';
import type { RowProblem } from '../rows/check-result.ts';
import type { CellChange, Row } from '../rows/rows.ts';
import type { Check } from '../rows/use-check.ts';
import { CellEditor } from './cell-editor.tsx';
import { problemOf, type RowState, stateText, warningOf } from './cell-state.ts';
import { columnsOf, type GridColumn } from './columns.ts';
import classes from './grid.module.css';
import { GridHeader } from './grid-header.tsx';
import { GridRow } from './grid-row.tsx';
import { GridTools } from './grid-tools.tsx';
import { nextProblem, toLookAt } from './next-problem.ts';
import { useClipboard } from './use-clipboard.ts';
import { useCommands } from './use-commands.ts';
import { useEditing } from './use-editing.ts';
import { useMouse } from './use-mouse.ts';
import { type Cell, useSelection } from './use-selection.ts';
import { HEADER_HEIGHT, ROW_HEIGHT, useSight } from './use-sight.ts';

interface GridProps {
  rows: readonly Row[];
  /** The same list until the columns change. */
  fields: readonly Field[];
  check: Check;
  /** Values that look wrong, by the row's number. */
  remarks: ReadonlyMap<number, readonly RowProblem[]>;
  /** Numbers of the rows with values to confirm. */
  unconfirmed: ReadonlySet<number>;
  pictures: AddedPictures;
  /** Returns a typed or pasted text as the field takes it. */
  readTyped: (key: string, text: string) => string;
  onEdit: (changes: readonly CellChange[]) => void;
  onConfirm: (rows: readonly number[]) => void;
  onRemove: (rows: readonly number[]) => void;
  /** Null if there is nothing to undo. */
  onUndo: (() => void) | null;
  onRedo: (() => void) | null;
}

/** Height of 20 rows with a scroll bar. */
const MAX_HEIGHT = HEADER_HEIGHT + 20 * ROW_HEIGHT + 18;
const HELP = 'grid-help';
const NO_REMARKS: readonly never[] = [];

/** Shows the rows of a batch as a spreadsheet, in which cells are edited, copied and pasted. Only cells in sight are in the DOM. */
export function RowsGrid(props: GridProps) {
  const { rows, fields, check, remarks, unconfirmed, pictures, readTyped, onEdit } = props;
  const { ref: box, width } = useElementSize();
  const viewport = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns keep their widths while rows are edited
  const columns = useMemo(() => columnsOf(fields, rows, width), [fields, width]);
  const selection = useSelection(rows, columns);
  const { active, area, place } = selection;
  const [said, say] = useState('');
  /** True if the active cell takes the focus with the next rendering. */
  const wantsFocus = useRef(false);
  const sight = useSight({ viewport, rows: rows.length, columns, active });
  const go = (cell: Cell) => {
    wantsFocus.current = true;
    sight.scrollTo(cell);
  };
  const editing = useEditing(({ row, key }, text) => {
    const value = readTyped(key, text);
    const before = rows.find(({ number }) => number === row)?.values[key] ?? '';
    if (value !== before) onEdit([{ row, key, value }]);
  });
  const { draft } = editing;
  const stateOf = (row: Row): RowState => ({
    problems: check.problemsOf(row),
    warnings: remarks.get(row.number) ?? NO_REMARKS,
    isChecked: check.isChecked(row),
    isConfirmed: check.problemsOf(row).length === 0 && !unconfirmed.has(row.number),
  });
  const textOf = (row: Row, { key, field }: GridColumn): string =>
    field ? (row.values[key] ?? '') : stateText(row, stateOf(row), fields, pictures);
  const clipboard = useClipboard({ rows, columns, area, textOf, readTyped, onEdit, say });
  const mouse = useMouse({ selection, editing, isEditing: draft !== null, go, onEdit: () => edit() });
  const [row, column] = [rows[active.row], columns[active.column]];
  const edit = () => {
    if (!row || !column?.field) return;
    editing.begin(place, 'editing', row.values[column.key] ?? '');
    wantsFocus.current = true;
  };
  const toProblem = () => {
    // The first cell was not looked at yet if nobody chose it.
    const after = selection.isChosen ? active : { ...active, column: -1 };
    const found = nextProblem(rows, columns, after, stateOf, check.isChanged);
    if (!found) return say(t`No cell needs fixing or confirming.`);
    selection.choose(found);
    go(found);
  };
  const step = (change: (() => void) | null, done: string) => () => {
    change?.();
    wantsFocus.current = true;
    say(change ? done : t`Nothing more to undo or redo.`);
  };
  const [undo, redo] = [step(props.onUndo, t`Undone.`), step(props.onRedo, t`Redone.`)];
  const onKeyDown = useCommands({
    ...{ selection, editing, go, wantsFocus, say, onEdit: edit, onClear: clipboard.clear },
    ...{ onUndo: undo, onRedo: redo, onProblem: toProblem },
  });
  const toConfirm = rows
    .slice(area.top, area.bottom + 1)
    .flatMap(({ number }) => (unconfirmed.has(number) ? [number] : []));
  const selected = rows.slice(area.top, area.bottom + 1).map(({ number }) => number);
  const editor = row && column && (
    <CellEditor
      field={column.field}
      label={t`${{ column: column.label }}, row ${{ row: row.number }}`}
      value={draft?.text ?? textOf(row, column)}
      mode={draft?.mode ?? null}
      problem={column.field ? problemOf(column.field, row, stateOf(row), pictures) : null}
      warning={column.field ? warningOf(column.field, stateOf(row)) : null}
      wantsFocus={wantsFocus}
      onType={(text) => editing.type(place, text)}
      onPick={(text) => {
        editing.type(place, text);
        editing.commit();
        wantsFocus.current = true;
      }}
      onLeave={editing.commit}
    />
  );
  return (
    <Stack gap="xs" ref={box}>
      <GridTools
        said={said}
        selected={selected}
        hasProblems={rows.some((one) => toLookAt(stateOf(one)).length > 0)}
        toConfirm={toConfirm}
        onProblem={toProblem}
        onUndo={props.onUndo && undo}
        onRedo={props.onRedo && redo}
        onConfirm={() => {
          props.onConfirm(toConfirm);
          say(plural({ count: toConfirm.length }, { one: 'Confirmed # row.', other: 'Confirmed # rows.' }));
          wantsFocus.current = true;
        }}
        onRemove={() => {
          props.onRemove(selected);
          say(selected.length === 1 ? t`Removed.` : plural({ count: selected.length }, { other: 'Removed # rows.' }));
          wantsFocus.current = true;
        }}
      />
      <div
        ref={viewport}
        role="grid"
        aria-label={t`Rows`}
        aria-describedby={HELP}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        className={classes.viewport}
        style={{ maxHeight: `min(${MAX_HEIGHT}px, 90vh)` }}
        onKeyDown={onKeyDown}
        onCopy={(event) => !draft && clipboard.copy(event)}
        onCut={(event) => !draft && clipboard.cut(event)}
        onPaste={(event) => !draft && clipboard.paste(event)}
        {...mouse}
      >
        <div role="rowgroup" className={classes.canvas} style={{ height: sight.height, width: sight.width }}>
          <GridHeader columns={columns} items={sight.items} width={sight.width} />
          {sight.shownRows.map((index) => {
            const one = rows[index];
            const isActive = index === active.row;
            const isSelected = index >= area.top && index <= area.bottom;
            return (
              one && (
                <GridRow
                  key={one.number}
                  row={one}
                  index={index}
                  top={index * ROW_HEIGHT + HEADER_HEIGHT}
                  width={sight.width}
                  columns={columns}
                  items={isActive ? sight.activeItems : sight.items}
                  {...stateOf(one)}
                  pictures={pictures}
                  from={isSelected ? area.left : -1}
                  to={isSelected ? area.right : -1}
                  active={isActive ? active.column : -1}
                  editor={isActive ? editor : null}
                />
              )
            );
          })}
        </div>
      </div>
      <Text size="xs" c="dimmed" id={HELP}>
        <Trans>
          Type, or paste cells from a spreadsheet. F2 edits a cell, Alt+Enter adds a line, F8 goes to the next problem.
          Esc, then Tab, leaves the table.
        </Trans>
      </Text>
    </Stack>
  );
}
