import { Alert, FileInput, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { readFile } from '../batches/read-file.ts';
import type { Table } from '../batches/read-table.ts';
import { formatNumber } from '../components/format.tsx';

interface ChooseTableProps {
  table: Table | null;
  onTable: (table: Table | null) => void;
}

/** Reads a table from a file, and says how many rows it has. */
export function ChooseTable({ table, onTable }: ChooseTableProps) {
  const [error, setError] = useState<string | null>(null);
  const choose = async (file: File | null) => {
    setError(null);
    if (!file) return onTable(null);
    const read = await readFile(file).catch(() => ({ error: 'Choose it again.' }));
    if ('error' in read) setError(read.error);
    onTable('table' in read ? read.table : null);
  };
  return (
    <Stack gap="sm">
      <FileInput
        label="Table"
        description="A spreadsheet (XLSX) or CSV file, whose first row names the columns."
        placeholder="Choose a file"
        accept=".csv,.tsv,.txt,.xlsx"
        leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the table' }}
        onChange={(file) => void choose(file)}
      />
      {error && (
        <Alert color="red" role="alert" title="We couldn’t read this file">
          {error}
        </Alert>
      )}
      {table && (
        <Text size="sm" role="status">
          {formatNumber(table.rows.length)} {table.rows.length === 1 ? 'row' : 'rows'}
        </Text>
      )}
    </Stack>
  );
}
