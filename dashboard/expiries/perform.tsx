import { plural, t } from '@lingui/core/macro';
import type { DateOrder } from '../../tables/shared/types.ts';
import { useApiClient } from '../lib/api.tsx';
import type { Columns } from '../tables/fields.ts';
import { PerformTable } from '../tables/perform-table.tsx';
import type { Table } from '../tables/table.ts';
import { expiryRows, FIELDS } from './rows.ts';

interface PerformProps {
  table: Table;
  columns: Columns;
  dates: DateOrder;
}

/** Checks the expiries of a table, and starts their change. */
export function Perform({ table, columns, dates }: PerformProps) {
  const client = useApiClient();
  return (
    <PerformTable
      table={table}
      fields={FIELDS}
      given={{ rows: expiryRows(table, columns, dates) }}
      call={(input, options) => client.certificates.changeExpiriesByTable.mutate(input, options)}
      words={{
        reasonDescription: t`Part of the signed record of each certificate.`,
        reasonMissing: t`Enter a reason. It is part of the signed record.`,
        start: (count) => plural(count, { one: 'Change # certificate', other: 'Change # certificates' }),
        allSame: t`Every certificate already has this expiry`,
        someSame: (count) => plural(count, { one: '# already has this expiry.', other: '# already have this expiry.' }),
        started: (count) =>
          plural(count, {
            one: 'Changing the expiry of # certificate. You can leave this page.',
            other: 'Changing the expiry of # certificates. You can leave this page.',
          }),
      }}
    />
  );
}
