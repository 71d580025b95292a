import { Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { DateOrder } from '../../tables/shared/types.ts';
import type { Template } from '../issuing/recipients.ts';
import { useApiClient } from '../lib/api.tsx';
import type { Columns } from '../tables/fields.ts';
import { PerformTable } from '../tables/perform-table.tsx';
import type { Table } from '../tables/table.ts';
import { correctionFields, correctionRows } from './rows.ts';

interface PerformProps {
  table: Table;
  template: Template;
  columns: Columns;
  dates: DateOrder;
}

/** Checks the corrections of a table, and starts them. */
export function Perform({ table, template, columns, dates }: PerformProps) {
  const client = useApiClient();
  const [sendEmail, setSendEmail] = useState(false);
  return (
    <PerformTable
      table={table}
      fields={correctionFields(template)}
      given={{ rows: correctionRows(table, template, { columns, dates }), sendEmail }}
      call={(input, options) => client.certificates.correctByTable.mutate(input, options)}
      words={{
        reasonDescription: 'For the members of the organisation.',
        reasonMissing: 'Enter a reason.',
        verb: 'Correct',
        same: 'these values',
        started: (certificates) => `Correcting ${certificates}.`,
      }}
    >
      <Text size="sm">An empty cell leaves its value as it is.</Text>
      <Switch
        label="Send each corrected certificate by e-mail"
        description="Certificates without an address get no e-mail."
        checked={sendEmail}
        onChange={(event) => setSendEmail(event.currentTarget.checked)}
      />
    </PerformTable>
  );
}
