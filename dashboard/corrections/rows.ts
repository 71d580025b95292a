import { t } from '@lingui/core/macro';
import type { DateOrder } from '../../tables/shared/types.ts';
import { AWARDED_ON, EMAIL, type Template, variableFields } from '../issuing/recipients.ts';
import type { useApiClient } from '../lib/api.tsx';
import { type Columns, matchColumns, type TableField, valueIn } from '../tables/fields.ts';
import type { Table } from '../tables/table.ts';

type CorrectionsInput = Parameters<ReturnType<typeof useApiClient>['certificates']['correctByTable']['mutate']>[0];

const NAMES: Readonly<Record<string, readonly string[]>> = {
  certificate: [
    ...['certificate', 'id', 'certificate id', 'number', 'certificate number', 'external id', 'your reference'],
    ...['reference', 'verification url', 'verification hash'],
  ],
  recipientEmail: ['recipientEmail', 'email', 'e-mail', 'email address', 'new email'],
  awardedOn: ['awardedOn', 'awarded on', 'award date'],
};

/** Returns the columns that a table of corrections can have: the certificate, then the values of the template's certificates. */
export const correctionFields = (template: Template): TableField[] => [
  {
    name: 'certificate',
    label: t`Certificate`,
    about: t`Its ID, its number, your reference, or its verification link`,
  },
  ...variableFields(template).map(({ key, label, variable }) => ({
    ...{ name: key, label },
    ...(variable && { type: variable.type }),
  })),
  { name: EMAIL.key, label: EMAIL.label, type: 'email' },
  { name: AWARDED_ON.key, label: AWARDED_ON.label, type: 'date' },
];

/** Matches the columns by their names: those of our own exports, and labels. */
export const matchCorrections = (table: Table, fields: readonly TableField[]): Columns =>
  matchColumns(table, fields, ({ name }) => NAMES[name] ?? [name.replace(/^variables\./, '')]);

/** Returns the rows as the API takes them. An empty cell corrects nothing. */
export function correctionRows(
  table: Table,
  template: Template,
  { columns, dates }: { columns: Columns; dates: DateOrder },
): CorrectionsInput['rows'] {
  const isVariable = (name: string) => name.startsWith('variables.');
  const [certificate, ...fields] = correctionFields(template);
  return table.rows.map((_, row) => {
    const textOf = ({ name, type }: TableField): string => valueIn(table, { row, columns: columns[name], type, dates });
    const given = fields.map((field) => [field.name, textOf(field)] as const).filter(([, text]) => text !== '');
    const variables = given.flatMap(([name, text]) =>
      isVariable(name) ? [[name.slice('variables.'.length), text] as const] : [],
    );
    return {
      certificate: certificate ? textOf(certificate) : '',
      ...Object.fromEntries(given.filter(([name]) => !isVariable(name))),
      ...(variables.length > 0 && { variables: Object.fromEntries(variables) }),
    };
  });
}
