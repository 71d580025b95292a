import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './stacked-table.module.css';

interface StackedTableProps {
  /** What is listed, for those who can't see it. */
  label: string;
  columns: readonly string[];
  /** Those of the columns whose numbers are aligned at the end. */
  numbers?: readonly string[];
  /** A cell for each column; one more is for the row's buttons. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A table whose rows become cards where it has little room. The roles keep it a table for screen readers there. */
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
                  {/* One box beside the label, whatever the cell consists of. */}
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
