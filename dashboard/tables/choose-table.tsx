import { t } from '@lingui/core/macro';
import { Alert, FileInput, Stack } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { useLatest } from '../lib/latest.ts';
import { answer, type OpenResult, openFile, useReader } from './open-table.ts';
import { TableQuestions } from './questions.tsx';
import { isAboutTable, type Table } from './table.ts';
import { TableNotes } from './table-notes.tsx';

type Opened = Exclude<OpenResult, { error: string }>;

interface ChooseTableProps {
  /** Receives null until nothing is open. */
  onTable: (table: Table | null) => void;
  /** Receives true while a file is read, and the table is still the former one. */
  onReading: (isReading: boolean) => void;
}

/** Reads a table from a file, and asks what the file leaves open. */
export function ChooseTable({ onTable, onReading }: ChooseTableProps) {
  useReader();
  const [error, setError] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const latest = useLatest();
  const take = (read: OpenResult | null) => {
    const next = read === null || 'error' in read ? null : read;
    setError(read !== null && 'error' in read ? read.error : null);
    setOpened(next);
    // A table with an open question is not final. The order of dates is chosen beside the columns.
    onTable(next && !next.table.reading.questions.some(isAboutTable) ? next.table : null);
  };
  const read = (opening: Promise<OpenResult | null>) => {
    onReading(true);
    const ending = opening.catch(() => ({ error: t`Choose it again.` }));
    void latest(ending, (result) => {
      onReading(false);
      take(result);
    });
  };
  return (
    <Stack gap="sm">
      <FileInput
        label={t({ message: 'Table', context: 'file' })}
        description={t`A spreadsheet (XLSX, ODS) or CSV file with a row of column names.`}
        placeholder={t`Choose a file`}
        accept=".csv,.tsv,.txt,.xlsx,.ods"
        leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': t`Remove the table` }}
        onChange={(file) => read(file ? openFile(file) : Promise.resolve(null))}
      />
      {error && (
        <Alert color="red" role="alert" title={t`We couldn’t read this file`}>
          {error}
        </Alert>
      )}
      {opened && <TableNotes table={opened.table} />}
      {opened && (
        <TableQuestions
          source={opened.source}
          reading={opened.table.reading}
          isRelevant={isAboutTable}
          onAnswer={(choices) => read(answer(opened.source, choices))}
        />
      )}
    </Stack>
  );
}
