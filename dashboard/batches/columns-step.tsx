import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Alert, Button, Card, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { joinTexts } from '../../tables/columns/name-parts.ts';
import { shownOf } from '../../tables/values/value-of.ts';
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
  TAGS,
} from '../issuing/recipients.ts';
import { takesOf, VariableInput } from '../issuing/variable-input.tsx';
import { joined } from '../language/joined.ts';
import { JoinedColumns } from '../tables/joined-columns.tsx';
import type { Table } from '../tables/table.ts';
import { useReading } from '../tables/use-reading.ts';
import { BatchQuestions } from './batch-questions.tsx';
import { type Choice, unmatched, unusedColumns } from './match-columns.ts';
import type { BatchForm } from './use-batch-form.ts';

/** Maps columns to variables: by name at first, then corrected by the user. */
export function ColumnsStep({ form, onContinue }: { form: BatchForm; onContinue: () => void }) {
  const { table, mapping, variables, choose } = form;
  const [error, setError] = useState<string | null>(null);
  const reading = useReading();
  if (!table) return null;
  const open = unmatched(variables, mapping);
  const unused = unusedColumns(table.columns, mapping);
  const renews = mapping[RENEWAL_OF.key] !== undefined;
  return (
    <Stack maw={760}>
      {[...variables, ...COMMON_FIELDS].map((field) => (
        <FieldSource
          key={field.key}
          field={field}
          table={table}
          choice={mapping[field.key]}
          renews={renews}
          onChoose={(choice) => choose(field.key, choice)}
        />
      ))}
      {renews && (
        <Text size="sm">
          <Trans>Empty cells keep the values of the certificate that is renewed.</Trans>
        </Text>
      )}
      {unused.length > 0 && (
        <Text size="sm">
          <Trans>Unused columns: {{ columns: joined(unused) }}.</Trans>
        </Text>
      )}
      {open.length > 0 && (
        <Alert color="yellow" role="status">
          <Trans>Choose a column, or enter one value, for {{ fields: joined(open.map(({ label }) => label)) }}.</Trans>
        </Alert>
      )}
      <BatchQuestions form={form} reading={reading} isForColumns onError={setError} />
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      <Group>
        <Button disabled={open.length > 0 || !form.isAnswered || reading.isReading} onClick={onContinue}>
          <Trans>Continue</Trans>
        </Button>
      </Group>
    </Stack>
  );
}

const ABOUT: Record<string, string> = {
  [EMAIL.key]: t`The recipient’s e-mail address (optional)`,
  [EXTERNAL_ID.key]: t`Your reference (optional)`,
  [AWARDED_ON.key]: t`Award date (today if empty)`,
  [EXPIRES_AT.key]: t`Valid until (the template decides if empty)`,
  [LANGUAGE.key]: t`Language of the e-mail and the page, such as de or pt-BR (optional)`,
  [RENEWAL_OF.key]: t`Renewal of: ID or your reference of a certificate (optional)`,
  [TAGS.key]: t`Tags, separated by commas or semicolons (optional)`,
};

interface FieldSourceProps {
  field: Field;
  table: Table;
  choice: Choice | undefined;
  /** True if the table names the certificates that it renews, whose values empty cells keep. */
  renews: boolean;
  onChoose: (choice: Choice | null) => void;
}

function FieldSource({ field, table, choice, renews, onChoose }: FieldSourceProps) {
  const { variable } = field;
  const input = variable ?? field.input;
  const label = ABOUT[field.key] ?? field.label;
  const isOpen = variable && !variable.optional && !choice && !renews;
  const required = isRequired(field);
  const text = choice && 'text' in choice ? choice.text : null;
  const [first, ...following] = choice && 'columns' in choice ? choice.columns : [];
  const columns = table.columns.map((name, index) => ({ value: String(index), label: t`Column “${name}”` }));
  const options = [
    { value: '', label: emptyChoice(field, renews) },
    ...columns,
    ...(input ? [{ value: 'text', label: t`The same value in every row` }] : []),
  ];
  const change = (value: string) => {
    if (value === '') onChoose(null);
    else onChoose(value === 'text' ? { text: '' } : { columns: [Number(value), ...following] });
  };
  return (
    <Card withBorder padding="sm">
      <Stack gap="xs">
        <NativeSelect
          label={label}
          withAsterisk={required}
          data={options}
          description={input && takesOf(input)?.sentence}
          error={isOpen && t`Choose a column, or enter one value for all rows`}
          value={text !== null ? 'text' : String(first ?? '')}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {text !== null && (
          <VariableInput
            variable={input}
            label={t`${{ field: label }} in all rows`}
            required={required}
            isMultiline
            description={required ? undefined : t`Can be left empty.`}
            value={text}
            onChange={(value) => onChoose({ text: value })}
          />
        )}
        {choice && 'columns' in choice && variable?.type === 'text' && (
          <JoinedColumns
            label={label}
            options={columns}
            columns={choice.columns}
            onChange={(chosen) => onChoose({ columns: chosen })}
          />
        )}
        {choice && 'columns' in choice && (
          <Samples table={table} columns={choice.columns} required={required && !renews} />
        )}
      </Stack>
    </Card>
  );
}

function emptyChoice({ key, variable }: Field, renews: boolean): string {
  if (renews && (variable || key === EMAIL.key)) return t`As in the renewed certificate`;
  if (!variable) return t({ message: 'None', context: 'column' });
  if (!variable.optional) return t`Not matched`;
  return variable.default ? t`In all rows: ${{ default: variable.default }}` : t`Empty in all rows`;
}

interface SamplesProps {
  table: Table;
  columns: readonly number[];
  required: boolean;
}

function Samples({ table, columns, required }: SamplesProps) {
  const { rows } = table.reading;
  const shown = rows.map(({ cells }) => joinTexts(columns.map((at) => (cells[at] ? shownOf(cells[at]) : ''))));
  const texts = shown.filter(Boolean);
  const empty = rows.length - texts.length;
  const samples = [...new Set(texts)].slice(0, 3).map((text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text));
  return (
    <>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {samplesText(samples, required ? 0 : empty, rows.length)}
      </Text>
      {empty > 0 && required && (
        <Text size="sm" c="var(--mantine-color-error)">
          <Plural
            value={{ total: rows.length }}
            other={`Required, and empty in ${{ empty: formatNumber(empty) }} of # rows. You can fill it in on the next step.`}
          />
        </Text>
      )}
    </>
  );
}

/** Returns examples of a column's values, and how many of its rows are empty if some are. */
function samplesText(values: readonly string[], empty: number, total: number): string {
  if (values.length === 0) return t`The column is empty.`;
  const samples = values.join(' · ');
  if (empty === 0) return t`For example: ${samples}`;
  return plural(total, { other: `For example: ${samples} (empty in ${{ empty: formatNumber(empty) }} of # rows)` });
}
