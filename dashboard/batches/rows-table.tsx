import { ScrollArea, Table, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { Field } from '../issuing/recipients.ts';
import type { AddedPictures } from '../pictures/added-pictures.ts';
import { EditableRow } from './editable-row.tsx';
import type { Row } from './rows.ts';
import classes from './rows-table.module.css';
import type { Check } from './use-check.ts';

interface RowsTableProps {
  rows: readonly Row[];
  fields: readonly Field[];
  check: Check;
  pictures: AddedPictures;
  duplicates: ReadonlyMap<number, number>;
  onEdit: (row: number, key: string, value: string) => void;
  onRemove: (row: number) => void;
}

/** Minimum width of the fixed column and of columns with a field, in pixels. */
const WIDTHS = { rowHead: 140, field: 160 };

/** Renders the rows of a batch, editable in place. Shows them as blocks if the fields need more room. Only visible rows are in the DOM. */
export function RowsTable({ rows, fields, check, pictures, duplicates, onEdit, onRemove }: RowsTableProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const { ref: box, width } = useElementSize();
  const isStacked = width > 0 && width < WIDTHS.rowHead + fields.length * WIDTHS.field;
  const { getVirtualItems, getTotalSize, measureElement, scrollToIndex } = useVirtualizer({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => 52,
    getItemKey: (index) => rows[index]?.number ?? index,
    overscan: 12,
  });
  const items = getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = getTotalSize() - (items.at(-1)?.end ?? 0);
  if (rows.length === 0) return <Text c="dimmed">No rows to show.</Text>;
  /** Focuses the row that takes the place of a removed one. */
  const remove = (index: number, row: number) => {
    onRemove(row);
    const next = Math.min(index, rows.length - 2);
    focusSoon(() => viewport.current?.querySelector<HTMLElement>(`tr[data-index="${next}"] button`));
  };
  /** Moves up and down in a column, as in a spreadsheet. Scrolls to a row that is out of sight first. */
  const move = (index: number, key: string) => {
    if (index < 0 || index >= rows.length) return;
    scrollToIndex(index);
    focusSoon(() => {
      const inputs = viewport.current?.querySelectorAll<HTMLElement>(`tr[data-index="${index}"] [data-field]`);
      return [...(inputs ?? [])].find(({ dataset }) => dataset.field === key);
    });
  };
  return (
    <ScrollArea.Autosize
      ref={box}
      mah={isStacked ? '80vh' : '60vh'}
      type="auto"
      offsetScrollbars="present"
      viewportRef={viewport}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Rows' }}
    >
      <Table
        role="table"
        aria-rowcount={rows.length + 1}
        className={classes.table}
        data-stacked={isStacked || undefined}
        stickyHeader
        verticalSpacing={4}
        withTableBorder
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row" aria-rowindex={1}>
            <Table.Th role="columnheader" w={WIDTHS.rowHead} className={classes.rowHead}>
              Row
            </Table.Th>
            {fields.map(({ key, label }) => (
              <Table.Th key={key} role="columnheader">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {items.map(({ index, key }) => {
            const row = rows[index];
            return (
              row && (
                <EditableRow
                  key={key}
                  ref={measureElement}
                  index={index}
                  row={row}
                  fields={fields}
                  problems={check.problemsOf(row)}
                  pictures={pictures}
                  isChecked={check.isChecked(row)}
                  sameAs={duplicates.get(row.number)}
                  onEdit={onEdit}
                  onRemove={remove}
                  onMove={move}
                />
              )
            );
          })}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

const FRAMES = 10;

/** Focuses an element that is rendered within the next few frames. A row that was out of sight appears with a delay. */
function focusSoon(find: () => HTMLElement | null | undefined, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const found = find();
    if (found) found.focus();
    else if (frames > 0) focusSoon(find, frames - 1);
  });
}
