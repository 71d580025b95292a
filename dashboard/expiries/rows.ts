import { t } from '@lingui/core/macro';
import type { DateOrder } from '../../tables/shared/types.ts';
import type { useApiClient } from '../lib/api.tsx';
import { type Columns, matchColumns, type TableField, valueIn } from '../tables/fields.ts';
import type { Table } from '../tables/table.ts';

type ExpiriesInput = Parameters<ReturnType<typeof useApiClient>['certificates']['changeExpiriesByTable']['mutate']>[0];

export const FIELDS: readonly TableField[] = [
  {
    name: 'certificate',
    label: t`Certificate`,
    about: t`Its ID, its number, your reference, or its verification link`,
  },
  { name: 'expiresAt', label: t`Valid until`, about: t`A date, or “${{ word: 'never' }}”`, type: 'date' },
];

const NAMES: Readonly<Record<string, readonly string[]>> = {
  certificate: [
    ...['certificate', 'id', 'certificate id', 'number', 'certificate number', 'external id', 'your reference'],
    ...['reference', 'verification url', 'verification hash'],
  ],
  expiresAt: ['expiresAt', 'expires', 'expires on', 'expiry', 'expiry date', 'expiration date', 'new expiry'],
};

/** Matches the two columns by their names. */
export const matchExpiries = (table: Table): Columns => matchColumns(table, FIELDS, ({ name }) => NAMES[name] ?? []);

/** Returns the rows as the API takes them. A text that is no date is sent as it is, so that the server names its row. */
export const expiryRows = (table: Table, columns: Columns, dates: DateOrder): ExpiriesInput['rows'] =>
  table.rows.map((_, row) => {
    const expiry = valueIn(table, { row, columns: columns.expiresAt, type: 'date', dates });
    const certificate = valueIn(table, { row, columns: columns.certificate, type: undefined, dates });
    return { certificate, expiresAt: /^never$/i.test(expiry) ? null : expiry };
  });
