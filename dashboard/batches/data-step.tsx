import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import '@mantine/dropzone/styles.css';
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { BYTE_ORDER_MARK, csvLine } from '../../domain/shared/csv.ts';
import { safeFileName } from '../../domain/shared/file-name.ts';
import { isRequired } from '../issuing/empty-fields.ts';
import { COMMON_FIELDS, type Field, type Template, variableFields } from '../issuing/recipients.ts';
import { takesOf } from '../issuing/variable-input.tsx';
import { joined } from '../language/joined.ts';
import { hasPictures } from '../pictures/added-pictures.ts';
import { PicturesZone } from '../pictures/pictures-zone.tsx';
import { type OpenResult, openFile, openPasted, useReader } from '../tables/open-table.ts';
import { isAboutTable } from '../tables/table.ts';
import { TableNotes } from '../tables/table-notes.tsx';
import { useReading } from '../tables/use-reading.ts';
import { BatchQuestions } from './batch-questions.tsx';
import { saveFile } from './save-file.ts';
import type { BatchForm } from './use-batch-form.ts';

const MAX_BYTES = 10_000_000;
/** Characters from which pasted rows are read without being shown. A field takes 20 s to lay out 5 MB. */
const LONG_PASTE = 200_000;

interface DataStepProps {
  template: Template;
  form: BatchForm;
  onContinue: () => void;
  /** Called when a table has been read. `isMatched` is true if every variable has a column. */
  onTaken: (isMatched: boolean) => void;
}

/** Reads the rows from a file or from pasted spreadsheet cells. */
export function DataStep({ template, form, onContinue, onTaken }: DataStepProps) {
  useReader();
  const [error, setError] = useState<string | null>(null);
  const reading = useReading();
  const take = (result: OpenResult, fileName: string | null) => {
    setError('error' in result ? refusedText(fileName, result.error) : null);
    if ('error' in result) return;
    const isMatched = form.takeTable(result, fileName);
    // Pictures are added on this step, next to the table.
    if (!hasPictures(form.variables) && !result.table.reading.questions.some(isAboutTable)) onTaken(isMatched);
  };
  const read = (opening: Promise<OpenResult>, fileName: string | null) =>
    reading.read(opening, (result) => take(result, fileName));
  return (
    <Stack maw={760}>
      <EmptyTableButton template={template} />
      <FileZone
        isReading={reading.isReading}
        onFiles={([file]) => file && read(openFile(file), file.name)}
        onReject={setError}
      />
      <Textarea
        label={t`Or paste rows from a spreadsheet`}
        description={t`Include the header row.`}
        minRows={4}
        maxRows={10}
        autosize
        value={form.pasted}
        onChange={(event) => form.setPasted(event.currentTarget.value)}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (text.length < LONG_PASTE) return;
          event.preventDefault();
          read(openPasted(text), null);
        }}
      />
      <Group>
        <Button
          variant="default"
          disabled={form.pasted.trim() === ''}
          onClick={() => read(openPasted(form.pasted), null)}
        >
          <Trans>Use these rows</Trans>
        </Button>
      </Group>
      {error && (
        <Alert color="red" role="alert" title={t`We couldn’t read these rows`}>
          {error}
        </Alert>
      )}
      {form.table && <TableNotes table={form.table} />}
      <BatchQuestions form={form} reading={reading} onError={setError} />
      {hasPictures(form.variables) && <PicturesZone pictures={form.pictures} onChange={form.setPictures} />}
      <Group>
        <Button disabled={!form.isAnswered || reading.isReading} onClick={onContinue}>
          <Trans>Continue</Trans>
        </Button>
      </Group>
    </Stack>
  );
}

/** Returns why a file, or pasted rows, could not be read. */
const refusedText = (fileName: string | null, reason: string): string =>
  fileName === null
    ? t`We couldn’t read the pasted rows. ${reason}`
    : t`We couldn’t read ${{ name: fileName }}. ${reason}`;

interface FileZoneProps {
  isReading: boolean;
  onFiles: (files: File[]) => void;
  onReject: (error: string) => void;
}

function FileZone({ isReading, onFiles, onReject }: FileZoneProps) {
  return (
    <Dropzone
      onDrop={onFiles}
      onReject={() =>
        onReject(t`Choose one file of up to 10 MB: a spreadsheet (XLSX, ODS), CSV or tab-separated text.`)
      }
      accept={{
        'text/csv': ['.csv'],
        'text/tab-separated-values': ['.tsv'],
        'text/plain': ['.txt'],
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
        'application/vnd.ms-excel': ['.xls'],
        'application/vnd.oasis.opendocument.spreadsheet': ['.ods'],
      }}
      loading={isReading}
      multiple={false}
      maxSize={MAX_BYTES}
      aria-label={t`Choose a spreadsheet or CSV file`}
      inputProps={{ 'aria-label': t`Spreadsheet or CSV file` }}
    >
      <Stack align="center" gap={4} py="md">
        <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
        <Text fw={600} ta="center">
          <Trans>Drop a spreadsheet (XLSX, ODS) or CSV file here, or choose one</Trans>
        </Text>
        <Text size="sm" c="dimmed" ta="center">
          <Trans>One row has the column names. We ask if something in the file isn’t clear.</Trans>
        </Text>
      </Stack>
    </Dropzone>
  );
}

function EmptyTableButton({ template }: { template: Template }) {
  const fields = variableFields(template);
  const names = fields.map(({ name }) => name);
  return (
    <Stack gap="xs" align="flex-start">
      <Text style={{ overflowWrap: 'anywhere' }}>
        <Trans>
          {{ name: template.name }} needs a column for each of: {{ columns: fields.map(columnOf).join('; ') }}. An
          e-mail address, your reference, an award date and the last valid day are optional.
        </Trans>
      </Text>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() =>
          saveFile(emptyTable([...names, ...COMMON_FIELDS.map(({ key }) => key)]), safeFileName(template.name, '.csv'))
        }
      >
        <Trans>Download an empty CSV</Trans>
      </Button>
    </Stack>
  );
}

/** Returns a column's name and its accepted values. */
function columnOf(field: Field): string {
  const { name, label, variable } = field;
  const about = [
    label === name ? null : label,
    variable ? takesOf(variable)?.remark : null,
    variable && isRequired(field) ? t({ message: 'required', context: 'column' }) : null,
    variable?.optional ? t({ message: 'optional', context: 'column' }) : null,
  ].flatMap((part) => part || []);
  return about.length > 0 ? `${name} (${joined(about)})` : name;
}

/** Returns an empty CSV with a template's columns. Its byte order mark makes spreadsheets read it as UTF-8. */
const emptyTable = (columns: readonly string[]): string => `${BYTE_ORDER_MARK}${csvLine(columns)}`;
