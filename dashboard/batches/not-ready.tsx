import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { BYTE_ORDER_MARK, csvLine } from '../../domain/shared/csv.ts';
import { safeFileName } from '../../domain/shared/file-name.ts';
import { formatNumber } from '../components/format.tsx';
import type { Field } from '../issuing/recipients.ts';
import type { RowProblem } from './check-result.ts';
import type { Row } from './rows.ts';
import { saveFile } from './save-file.ts';
import type { BatchForm } from './use-batch-form.ts';
import type { Check } from './use-check.ts';

interface NotReadyProps {
  form: BatchForm;
  fields: readonly Field[];
  wrong: readonly Row[];
  check: Check;
}

/** Offers to download or remove the rows that are not ready, instead of correcting them here. */
export function NotReady({ form, fields, wrong, check }: NotReadyProps) {
  if (wrong.length === 0) return null;
  const count = formatNumber(wrong.length);
  const download = () =>
    saveFile(tableOf({ form, fields, wrong, check }), safeFileName(form.name || 'batch', ' - not ready.csv'));
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
        {wrong.length === 1 ? 'Download the row that needs fixing' : `Download the ${count} rows that need fixing`}
      </Button>
      <Button size="xs" variant="default" onClick={() => form.remove(...wrong.map(({ number }) => number))}>
        Remove rows that aren’t ready
      </Button>
      <Text size="sm" c="dimmed">
        The file says what to fix in each row. Upload it as a new batch.
      </Text>
    </Group>
  );
}

/** Returns the rows as CSV with their original columns, manual corrections, and the reasons why each is not ready. */
function tableOf({ form: { table, mapping }, fields, wrong, check }: NotReadyProps): string {
  if (!table) return '';
  /** Returns a field's name in this file: its column, or its label. */
  const titleOf = (key: string): string => {
    const choice = mapping[key];
    const column = choice && 'column' in choice ? table.columns[choice.column] : undefined;
    return column || (fields.find((field) => field.key === key)?.label ?? 'Row');
  };
  const sentenceOf = ({ field, message }: RowProblem): string =>
    `${titleOf(field)}: ${message}${/[.!?]$/.test(message) ? '' : '.'}`;
  const keyOf = new Map(
    Object.entries(mapping).flatMap(([key, choice]) => ('column' in choice ? [[choice.column, key]] : [])) as [
      number,
      string,
    ][],
  );
  const reason = reasonColumn(table.columns);
  const rows = wrong.map((row) => [
    ...table.columns.map((_, index) => row.values[keyOf.get(index) ?? ''] ?? table.rows[row.number - 1]?.[index] ?? ''),
    check.problemsOf(row).map(sentenceOf).join(' '),
  ]);
  return `${BYTE_ORDER_MARK}${[[...table.columns, reason], ...rows].map(csvLine).join('')}`;
}

/** Returns a name for the column of reasons that no column has yet. The table may be such a file. */
const reasonColumn = (columns: readonly string[]): string => (columns.includes('Reason') ? 'Reason (new)' : 'Reason');
