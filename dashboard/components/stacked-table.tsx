import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './stacked-table.module.css';

interface StackedTableProps {
  /** Accessible name of the table. */
  label: string;
  columns: readonly string[];
  /** Columns whose numbers are aligned at the end. */
  numbers?: readonly string[];
  /** One cell per column, and an optional last one for the row's buttons. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** Table whose rows become cards if there is little room. Its roles keep it a table for screen readers. */
export function StackedTable({ label, columns, numbers = [], rows }: StackedTableProps) {
  const hasButtons = rows.some(({ cells }) => cells.length > columns.length);
  const alignOf = (column: string | undefined) =>
    column !== undefined && numbers.includes(column) ? 'end' : undefined;
  return (
    <div className={hasButtons ? classes.wideBox : classes.box}>
      <Table className={classes.table} role="table" aria-label={label} verticalSpacing="sm">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map((column) => (
              <Table.Th key={column} role="columnheader" scope="col" data-align={alignOf(column)}>
                {column}
              </Table.Th>
            ))}
            {hasButtons && (
              <Table.Th role="columnheader" scope="col">
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map(({ key, cells }) => (
            <Table.Tr key={key} role="row">
              {cells.map((cell, index) => (
                <Table.Td
                  key={columns[index] ?? 'actions'}
                  role="cell"
                  data-label={columns[index]}
                  data-align={alignOf(columns[index])}
                >
                  {/* One box next to the label, regardless of the cell's content. */}
                  <div>{cell}</div>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
