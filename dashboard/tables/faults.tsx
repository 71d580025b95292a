import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Table, Text } from '@mantine/core';
import { formatNumber } from '../components/format.tsx';
import { detailsOf, messageOf, uncertainTitle } from '../lib/errors/errors.ts';
import { faultText } from '../lib/errors/refusal.ts';
import type { TableField } from './fields.ts';
import type { Table as ReadTable } from './table.ts';

/** Faults that are listed. A table that is read wrongly has one per row. */
const SHOWN = 50;

/** Consequences of a refusal, as a title, and after the number of rows with faults. */
const OUTCOMES = {
  changed: {
    title: t`Nothing was changed`,
    withRows: (rows: number): string =>
      plural(rows, {
        one: '# row needs fixing. Nothing was changed.',
        other: '# rows need fixing. Nothing was changed.',
      }),
  },
  imported: {
    title: t`Nothing was imported`,
    withRows: (rows: number): string =>
      plural(rows, {
        one: '# row needs fixing. Nothing was imported.',
        other: '# rows need fixing. Nothing was imported.',
      }),
  },
} as const;

interface FaultsProps {
  error: unknown;
  table: ReadTable;
  fields: readonly TableField[];
  /** Kind of change that the faults prevented. */
  kind: keyof typeof OUTCOMES;
}

/** Explains why a table was refused, with the row and the column of each fault. */
export function Faults({ error, table, fields, kind }: FaultsProps) {
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
  const outcome = OUTCOMES[kind];
  const rows = new Set(placed.map(({ row }) => row)).size;
  if (details.length === 0)
    return (
      <Alert color="red" role="alert" title={uncertainTitle(error) ?? outcome.title}>
        {messageOf(error)}
      </Alert>
    );
  return (
    <Alert color="red" role="alert" title={outcome.withRows(rows)}>
      <Table.ScrollContainer minWidth={280}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <Trans>Row</Trans>
              </Table.Th>
              <Table.Th>
                <Trans>Column</Trans>
              </Table.Th>
              <Table.Th>
                <Trans>Problem</Trans>
              </Table.Th>
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
      {placed.length > SHOWN && (
        <Text size="sm">
          <Trans>And {{ count: formatNumber(placed.length - SHOWN) }} more.</Trans>
        </Text>
      )}
    </Alert>
  );
}
