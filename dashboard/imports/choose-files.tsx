import { FileInput, Stack, Text } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { formatNumber } from '../components/format.tsx';
import { ChooseTable } from '../tables/choose-table.tsx';
import type { Table } from '../tables/table.ts';

interface ChooseFilesProps {
  pdfs: ReadonlyMap<string, File>;
  onTable: (table: Table | null) => void;
  onPdfs: (pdfs: ReadonlyMap<string, File>) => void;
}

/** Reads the table, and takes the original PDFs by their names. */
export function ChooseFiles({ pdfs, onTable, onPdfs }: ChooseFilesProps) {
  return (
    <Stack gap="sm">
      <ChooseTable onTable={onTable} />
      <FileInput
        label="Original PDFs"
        description="Optional. Each row names its file in a column. The PDFs are kept unchanged."
        placeholder="Choose PDFs"
        accept="application/pdf"
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
        multiple
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the PDFs' }}
        value={[...pdfs.values()]}
        valueComponent={({ value }) => (
          <Text size="sm">
            {Array.isArray(value) && value.length > 0 ? `${formatNumber(value.length)} PDFs` : null}
          </Text>
        )}
        onChange={(files) => onPdfs(new Map(files.map((file) => [file.name, file])))}
      />
    </Stack>
  );
}
