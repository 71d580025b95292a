import { Alert, Table, Text } from '@mantine/core';
import { formatNumber } from '../components/format.tsx';
import { detailsOf, messageOf } from '../lib/errors/errors.ts';
import { faultText } from '../lib/errors/refusal.ts';
import type { TableField } from './fields.ts';
import type { Table as ReadTable } from './table.ts';

/** Faults that are listed. A table that is read wrongly has one per row. */
const SHOWN = 50;

interface FaultsProps {
  error: unknown;
  table: ReadTable;
  fields: readonly TableField[];
  /** Consequence, in a short sentence without a full stop. */
  outcome: string;
}

/** Explains why a table was refused, with the row and the column of each fault. */
export function Faults({ error, table, fields, outcome }: FaultsProps) {
  const details = detailsOf(error);
  const placed = details.map((detail) => {
    const [, row, path = ''] = /^\w+\[(\d+)\]\.?(.*)$/.exec(detail.path) ?? [];
    const label = fields.find(({ name }) => name === path)?.label ?? path;
    // As in the file, which can have rows above the names of its columns.
    return {
      row: row === undefined ? null : (table.reading.rows[Number(row)]?.number ?? null),
      label,
      text: faultText(detail),
    };
  });
  const rows = new Set(placed.map(({ row }) => row)).size;
  if (details.length === 0)
    return (
      <Alert color="red" role="alert" title={outcome}>
        {messageOf(error)}
      </Alert>
    );
  return (
    <Alert
      color="red"
      role="alert"
      title={`${formatNumber(rows)} ${rows === 1 ? 'row needs' : 'rows need'} fixing. ${outcome}.`}
    >
      <Table.ScrollContainer minWidth={280}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              <Table.Th>Column</Table.Th>
              <Table.Th>Problem</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {placed.slice(0, SHOWN).map(({ row, label, text }) => (
              <Table.Tr key={`${row} ${label} ${text}`}>
                <Table.Td>{row}</Table.Td>
                <Table.Td>{label}</Table.Td>
                <Table.Td>{text}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {placed.length > SHOWN && <Text size="sm">And {formatNumber(placed.length - SHOWN)} more.</Text>}
    </Alert>
  );
}
