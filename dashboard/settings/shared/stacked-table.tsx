import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

interface StackedTableProps {
  /** What is listed, for those who can't see it. */
  label: string;
  columns: readonly string[];
  /** A cell for each column; one more is for the row's buttons. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A table whose rows become cards on a narrow screen. The roles keep it a table for screen readers there. */
export function StackedTable({ label, columns, rows }: StackedTableProps) {
  const hasButtons = rows.some(({ cells }) => cells.length > columns.length);
  return (
    <div className="stacked-table-box">
      <Table className="stacked-table" role="table" aria-label={label} verticalSpacing="sm">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map((column) => (
              <Table.Th key={column} role="columnheader" scope="col">
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
                <Table.Td key={columns[index] ?? 'actions'} role="cell" data-label={columns[index]}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
