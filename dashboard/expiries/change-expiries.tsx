import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { DateOrder } from '../../tables/shared/types.ts';
import { Page } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';
import { useMembership } from '../lib/session.ts';
import { ChooseTable } from '../tables/choose-table.tsx';
import type { Columns } from '../tables/fields.ts';
import { MapColumns } from '../tables/map-columns.tsx';
import type { Table } from '../tables/table.ts';
import { WhileReading } from '../tables/while-reading.tsx';
import { Perform } from './perform.tsx';
import { FIELDS, matchExpiries } from './rows.ts';

/** Changes the expiry of certificates that a table names, each to its own date. */
export function ChangeExpiries() {
  const { may } = useMembership();
  return (
    <Page
      title={t`Change expiry from a table`}
      about={t`A new expiry for each certificate, in up to 1,000 rows. Links and verification codes stay.`}
      maw={760}
    >
      {may('certificates:revoke') ? (
        <ExpiriesForm />
      ) : (
        <Empty icon={IconLock} title={t`Your role can’t change the expiry of many certificates`}>
          <Trans>An owner or admin of the organisation can change it.</Trans>
        </Empty>
      )}
    </Page>
  );
}

function ExpiriesForm() {
  const [table, setTable] = useState<Table | null>(null);
  const [columns, setColumns] = useState<Columns>({});
  const [dates, setDates] = useState<DateOrder>('ymd');
  const [isReading, setReading] = useState(false);
  const take = (next: Table | null) => {
    setTable(next);
    setColumns(next ? matchExpiries(next) : {});
  };
  return (
    <Stack gap="lg">
      <ChooseTable onTable={take} onReading={setReading} />
      <WhileReading isReading={isReading}>
        {table && (
          <MapColumns fields={FIELDS} {...{ table, columns, dates }} onColumns={setColumns} onDates={setDates} />
        )}
        {table && <Perform {...{ table, columns, dates }} />}
      </WhileReading>
    </Stack>
  );
}
