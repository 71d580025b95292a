import { plural, t } from '@lingui/core/macro';
import { FileInput, Stack, Text } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { ChooseTable } from '../tables/choose-table.tsx';
import type { Table } from '../tables/table.ts';

interface ChooseFilesProps {
  pdfs: ReadonlyMap<string, File>;
  onTable: (table: Table | null) => void;
  onReading: (isReading: boolean) => void;
  onPdfs: (pdfs: ReadonlyMap<string, File>) => void;
}

/** Reads the table, and takes the original PDFs by their names. */
export function ChooseFiles({ pdfs, onTable, onReading, onPdfs }: ChooseFilesProps) {
  return (
    <Stack gap="sm">
      <ChooseTable onTable={onTable} onReading={onReading} />
      <FileInput
        label={t`Original PDFs`}
        description={t`Optional. Each row names its file in a column. The PDFs are kept unchanged.`}
        placeholder={t`Choose PDFs`}
        accept="application/pdf"
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
        multiple
        clearable
        clearButtonProps={{ 'aria-label': t`Remove the PDFs` }}
        value={[...pdfs.values()]}
        valueComponent={({ value }) => (
          <Text size="sm">
            {Array.isArray(value) && value.length > 0 ? plural({ count: value.length }, { other: '# PDFs' }) : null}
          </Text>
        )}
        onChange={(files) => onPdfs(new Map(files.map((file) => [file.name, file])))}
      />
    </Stack>
  );
}
