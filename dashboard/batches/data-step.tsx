import '@mantine/dropzone/styles.css';
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '../components/format.tsx';
import { isRequired } from '../issuing/empty-fields.ts';
import { EMAIL, EXTERNAL_ID, type Field, type Template, variableFields } from '../issuing/recipients.ts';
import { takesOf } from '../issuing/variable-input.tsx';
import { hasPictures } from '../pictures/added-pictures.ts';
import { PicturesZone } from '../pictures/pictures-zone.tsx';
import { decodeText, emptyTable, readTable, type Table } from './read-table.ts';
import { saveFile } from './save-file.ts';
import type { BatchForm } from './use-batch-form.ts';

const MAX_BYTES = 10_000_000;

interface DataStepProps {
  template: Template;
  form: BatchForm;
  onContinue: () => void;
}

/** Takes the rows from a file or from a spreadsheet's clipboard. */
export function DataStep({ template, form, onContinue }: DataStepProps) {
  const [error, setError] = useState<string | null>(null);
  const read = (text: string, name: string) => {
    const result = readTable(text, name);
    setError('error' in result ? `${name} was not taken. ${result.error}` : null);
    if ('table' in result) form.takeTable(result.table);
  };
  const readFile = async ([file]: File[]) => {
    if (!file) return;
    const text = decodeText(new Uint8Array(await file.arrayBuffer()));
    if (text !== null) read(text, file.name);
    else setError(`${file.name} is not a text file. Save the spreadsheet as CSV, and choose that file.`);
  };
  return (
    <Stack maw={760}>
      <EmptyTableButton template={template} />
      <FileZone onFiles={readFile} onReject={setError} />
      <Textarea
        label="Or paste rows from a spreadsheet"
        description="With the line that names the columns at the top."
        minRows={4}
        maxRows={10}
        autosize
        value={form.pasted}
        onChange={(event) => form.setPasted(event.currentTarget.value)}
      />
      <Group>
        <Button
          variant="default"
          disabled={form.pasted.trim() === ''}
          onClick={() => read(form.pasted, 'What you pasted')}
        >
          Take the pasted rows
        </Button>
      </Group>
      {error && (
        <Alert color="red" role="alert" title="These rows can’t be used">
          {error}
        </Alert>
      )}
      {form.table && <Taken table={form.table} />}
      {hasPictures(form.variables) && <PicturesZone pictures={form.pictures} onChange={form.setPictures} />}
      <Group>
        <Button disabled={!form.table} onClick={onContinue}>
          Continue
        </Button>
      </Group>
    </Stack>
  );
}

function FileZone({ onFiles, onReject }: { onFiles: (files: File[]) => void; onReject: (error: string) => void }) {
  return (
    <Dropzone
      onDrop={onFiles}
      onReject={() =>
        onReject('Choose one text file of at most 10 MB: CSV or tab-separated. Save a spreadsheet as CSV.')
      }
      accept={{ 'text/csv': ['.csv'], 'text/tab-separated-values': ['.tsv'], 'text/plain': ['.txt'] }}
      multiple={false}
      maxSize={MAX_BYTES}
      aria-label="Choose a CSV file"
      inputProps={{ 'aria-label': 'CSV file' }}
    >
      <Stack align="center" gap={4} py="md">
        <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
        <Text fw={600} ta="center">
          Drop a CSV file here, or choose one
        </Text>
        <Text size="sm" c="dimmed" ta="center">
          The first line names the columns. Commas, semicolons and tabs are all read.
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
        {template.name} needs a column for each of: {fields.map(columnOf).join('; ')}. An e-mail address and an id of
        your own are optional.
      </Text>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => saveFile(emptyTable([...names, EMAIL.key, EXTERNAL_ID.key]), `${template.name}.csv`)}
      >
        Download an empty CSV
      </Button>
    </Stack>
  );
}

/** A column's name, and what it takes. */
function columnOf(field: Field): string {
  const { name, label, variable } = field;
  const about = [
    label === name ? null : label,
    variable ? takesOf(variable) : null,
    variable && isRequired(field) ? 'required' : null,
    variable?.optional ? 'optional' : null,
  ].filter(Boolean);
  return about.length > 0 ? `${name} (${about.join(', ')})` : name;
}

function Taken({ table: { name, rows, columns } }: { table: Table }) {
  return (
    <Alert color="laurel" role="status" title={name}>
      {formatNumber(rows.length)} {rows.length === 1 ? 'row' : 'rows'}, {columns.length}{' '}
      {columns.length === 1 ? 'column' : 'columns'}: {columns.join(', ')}
    </Alert>
  );
}
