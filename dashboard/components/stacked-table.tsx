import { Trans } from '@lingui/react/macro';
import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { SortHeader, type Sorting } from '../lists/sort-header.tsx';
import classes from './stacked-table.module.css';

interface StackedTableProps {
  /** Accessible name of the table. */
  label: string;
  columns: readonly string[];
  /** Columns, as named in `columns`, whose numbers are aligned at the end. */
  numbers?: readonly string[];
  /** Columns, as named in `columns`, that sort the rows. */
  sortings?: Readonly<Record<string, Sorting>>;
  /** True for rows of one line and 40 px. */
  isCompact?: boolean;
  /** One cell per column, and an optional last one for the row's buttons. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** Table whose rows become cards if there is little room. Its roles keep it a table for screen readers. */
export function StackedTable({
  label,
  columns,
  numbers = [],
  sortings = {},
  isCompact = false,
  rows,
}: StackedTableProps) {
  const hasButtons = rows.some(({ cells }) => cells.length > columns.length);
  const alignOf = (column: string | undefined) =>
    column !== undefined && numbers.includes(column) ? 'end' : undefined;
  return (
    <div className={hasButtons ? classes.wideBox : classes.box}>
      <Table
        className={classes.table}
        role="table"
        aria-label={label}
        verticalSpacing={isCompact ? 0 : 'sm'}
        data-compact={isCompact || undefined}
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map((column) => {
              const sorting = sortings[column];
              return sorting ? (
                <SortHeader key={column} label={column} sorting={sorting} />
              ) : (
                <Table.Th key={column} role="columnheader" scope="col" data-align={alignOf(column)}>
                  {column}
                </Table.Th>
              );
            })}
            {hasButtons && (
              <Table.Th role="columnheader" scope="col">
                <VisuallyHidden>
                  <Trans>Actions</Trans>
                </VisuallyHidden>
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
