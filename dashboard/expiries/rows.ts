import { type DateOrder, readDate } from '../../domain/shared/read-date.ts';
import type { Table } from '../batches/read-table.ts';
import type { useApiClient } from '../lib/api.tsx';
import { type Columns, matchColumns, type TableField } from '../tables/fields.ts';

export type ExpiriesInput = Parameters<
  ReturnType<typeof useApiClient>['certificates']['changeExpiriesByTable']['mutate']
>[0];

export const FIELDS: readonly TableField[] = [
  { name: 'certificate', label: 'Certificate', about: 'Its ID, its number, your reference, or its verification link' },
  { name: 'expiresAt', label: 'Valid until', about: 'A date, or “never”', isDate: true },
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
export const expiryRows = ({ rows }: Table, columns: Columns, dates: DateOrder): ExpiriesInput['rows'] =>
  rows.map((cells) => {
    const expiry = cells[columns.expiresAt ?? -1] ?? '';
    return {
      certificate: cells[columns.certificate ?? -1] ?? '',
      expiresAt: /^never$/i.test(expiry) ? null : (readDate(expiry, dates) ?? expiry),
    };
  });
