import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
        reasonDescription: t`For the members of the organisation.`,
        reasonMissing: t`Enter a reason.`,
        start: (count) => plural(count, { one: 'Correct # certificate', other: 'Correct # certificates' }),
        allSame: t`Every certificate already has these values`,
        someSame: (count) =>
          plural(count, { one: '# already has these values.', other: '# already have these values.' }),
        started: (count) =>
          plural(count, {
            one: 'Correcting # certificate. You can leave this page.',
            other: 'Correcting # certificates. You can leave this page.',
          }),
      }}
    >
      <Text size="sm">
        <Trans>An empty cell leaves its value as it is.</Trans>
      </Text>
      <Switch
        label={t`Send each corrected certificate by e-mail`}
        description={t`Certificates without an address get no e-mail.`}
        checked={sendEmail}
        onChange={(event) => setSendEmail(event.currentTarget.checked)}
      />
    </PerformTable>
  );
}
