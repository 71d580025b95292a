import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { BYTE_ORDER_MARK, csvLine } from '../../domain/shared/csv.ts';
import { safeFileName } from '../../domain/shared/file-name.ts';
import type { Field } from '../issuing/recipients.ts';
import { onlyColumn } from './match-columns.ts';
import type { RowProblem } from './rows/check-result.ts';
import type { Row } from './rows/rows.ts';
import type { Check } from './rows/use-check.ts';
import { saveFile } from './save-file.ts';
import type { BatchForm } from './use-batch-form.ts';

interface NotReadyProps {
  form: BatchForm;
  fields: readonly Field[];
  wrong: readonly Row[];
  check: Check;
}

/** Offers to download or remove the rows that are not ready, instead of correcting them here. */
export function NotReady({ form, fields, wrong, check }: NotReadyProps) {
  if (wrong.length === 0) return null;
  const download = () =>
    saveFile(
      tableOf({ form, fields, wrong, check }),
      safeFileName(
        form.name || t({ message: 'batch', context: 'file name' }),
        ` - ${t({ message: 'not ready', context: 'file name' })}.csv`,
      ),
    );
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
        {wrong.length === 1
          ? t`Download the row that needs fixing`
          : plural({ count: wrong.length }, { other: 'Download the # rows that need fixing' })}
      </Button>
      <Button size="xs" variant="default" onClick={() => form.remove(wrong.map(({ number }) => number))}>
        <Trans>Remove rows that aren’t ready</Trans>
      </Button>
      <Text size="sm" c="dimmed">
        <Trans>The file says what to fix in each row. Upload it as a new batch.</Trans>
      </Text>
    </Group>
  );
}

/**
 * Returns the rows as CSV with their original columns, manual corrections, and the reasons why each is not ready. Fields without a column
 * of their own have one at the end, so that the file gives the same values again.
 */
function tableOf({ form: { table, mapping }, fields, wrong, check }: NotReadyProps): string {
  if (!table) return '';
  const columnOf = (key: string): number | undefined => onlyColumn(mapping[key]);
  /** Returns a field's name in this file: its column, or its own name. */
  const titleOf = (key: string): string =>
    table.columns[columnOf(key) ?? -1] || (fields.find((field) => field.key === key)?.label ?? t`Row`);
  const sentenceOf = ({ field, message }: RowProblem): string =>
    `${titleOf(field)}: ${message}${/[.!?]$/.test(message) ? '' : '.'}`;
  const keyOf = new Map(fields.map(({ key }) => [columnOf(key), key]));
  const added = fields.filter(
    ({ key }) => columnOf(key) === undefined && wrong.some(({ values }) => (values[key] ?? '') !== ''),
  );
  const reason = reasonColumn(table.columns);
  const rows = wrong.map((row) => [
    ...table.columns.map((_, index) => row.values[keyOf.get(index) ?? ''] ?? table.rows[row.index]?.[index] ?? ''),
    ...added.map(({ key }) => row.values[key] ?? ''),
    check.problemsOf(row).map(sentenceOf).join(' '),
  ]);
  const titles = [...table.columns, ...added.map(({ name }) => name), reason];
  return `${BYTE_ORDER_MARK}${[titles, ...rows].map(csvLine).join('')}`;
}

/** Returns a name for the column of reasons that no column has yet. The table may be such a file. */
function reasonColumn(columns: readonly string[]): string {
  const usual = t`Reason`;
  return columns.includes(usual) ? t`Reason (new)` : usual;
}
