import { Alert, Button, Card, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../components/format.tsx';
import { isRequired } from '../issuing/empty-fields.ts';
import {
  AWARDED_ON,
  COMMON_FIELDS,
  EMAIL,
  EXPIRES_AT,
  EXTERNAL_ID,
  type Field,
  LANGUAGE,
  RENEWAL_OF,
} from '../issuing/recipients.ts';
import { takesOf, VariableInput } from '../issuing/variable-input.tsx';
import type { Table } from '../tables/table.ts';
import { BatchQuestions } from './batch-questions.tsx';
import { type Choice, unmatched, unusedColumns } from './match-columns.ts';
import type { BatchForm } from './use-batch-form.ts';

/** Maps columns to variables: by name at first, then corrected by the user. */
export function ColumnsStep({ form, onContinue }: { form: BatchForm; onContinue: () => void }) {
  const { table, mapping, variables, choose } = form;
  const [error, setError] = useState<string | null>(null);
  if (!table) return null;
  const open = unmatched(variables, mapping);
  const unused = unusedColumns(table.columns, mapping);
  return (
    <Stack maw={760}>
      {[...variables, ...COMMON_FIELDS].map((field) => (
        <FieldSource
          key={field.key}
          field={field}
          table={table}
          choice={mapping[field.key]}
          onChoose={(choice) => choose(field.key, choice)}
        />
      ))}
      {unused.length > 0 && <Text size="sm">Unused columns: {unused.join(', ')}.</Text>}
      {open.length > 0 && (
        <Alert color="yellow" role="status">
          Choose a column, or enter one value, for {open.map(({ label }) => label).join(', ')}.
        </Alert>
      )}
      <BatchQuestions form={form} isForColumns onError={setError} />
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      <Group>
        <Button disabled={open.length > 0 || !form.isAnswered} onClick={onContinue}>
          Continue
        </Button>
      </Group>
    </Stack>
  );
}

const ABOUT: Record<string, string> = {
  [EMAIL.key]: 'The recipient’s e-mail address (optional)',
  [EXTERNAL_ID.key]: 'Your reference (optional)',
  [AWARDED_ON.key]: 'Award date (today if empty)',
  [EXPIRES_AT.key]: 'Valid until (the template decides if empty)',
  [LANGUAGE.key]: 'Language of the e-mail and the page, such as de or pt-BR (optional)',
  [RENEWAL_OF.key]: 'Renewal of: ID or your reference of a certificate (optional)',
};

interface FieldSourceProps {
  field: Field;
  table: Table;
  choice: Choice | undefined;
  onChoose: (choice: Choice | null) => void;
}

function FieldSource({ field, table, choice, onChoose }: FieldSourceProps) {
  const { variable } = field;
  const input = variable ?? field.input;
  const label = ABOUT[field.key] ?? field.label;
  const isOpen = variable && !variable.optional && !choice;
  const required = isRequired(field);
  const text = choice && 'text' in choice ? choice.text : null;
  const options = [
    { value: '', label: emptyChoice(variable) },
    ...table.columns.map((name, index) => ({ value: String(index), label: `Column “${name}”` })),
    ...(input ? [{ value: 'text', label: 'The same value in every row' }] : []),
  ];
  const change = (value: string) => {
    if (value === '') onChoose(null);
    else onChoose(value === 'text' ? { text: '' } : { column: Number(value) });
  };
  return (
    <Card withBorder padding="sm">
      <Stack gap="xs">
        <NativeSelect
          label={label}
          withAsterisk={required}
          data={options}
          description={input && takesOf(input) && `Accepts ${takesOf(input)}`}
          error={isOpen && 'Choose a column, or enter one value for all rows'}
          value={text !== null ? 'text' : choice && 'column' in choice ? String(choice.column) : ''}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {text !== null && (
          <VariableInput
            variable={input}
            label={`${label} in all rows`}
            required={required}
            isMultiline
            description={required ? undefined : 'Can be left empty.'}
            value={text}
            onChange={(value) => onChoose({ text: value })}
          />
        )}
        {choice && 'column' in choice && <Samples table={table} column={choice.column} required={required} />}
      </Stack>
    </Card>
  );
}

function emptyChoice(variable: Field['variable']): string {
  if (!variable) return 'None';
  if (!variable.optional) return 'Not matched';
  return variable.default ? `In all rows: ${variable.default}` : 'Empty in all rows';
}

function Samples({ table, column, required }: { table: Table; column: number; required: boolean }) {
  const texts = table.rows.map((row) => row[column] ?? '').filter((text) => text !== '');
  const empty = table.rows.length - texts.length;
  const samples = [...new Set(texts)].slice(0, 3).map((text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text));
  const rows = `${formatNumber(empty)} of ${formatNumber(table.rows.length)} rows`;
  return (
    <>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {samples.length > 0 ? `For example: ${samples.join(' · ')}` : 'The column is empty.'}
        {empty > 0 && samples.length > 0 && !required && ` (empty in ${rows})`}
      </Text>
      {empty > 0 && required && (
        <Text size="sm" c="var(--mantine-color-error)">
          Required, and empty in {rows}. You can fill it in on the next step.
        </Text>
      )}
    </>
  );
}
