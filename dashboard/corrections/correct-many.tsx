import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NativeSelect, Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DateOrder } from '../../tables/shared/types.ts';
import { Page } from '../components/page.tsx';
import { Empty, Failed, Loading } from '../components/states.tsx';
import type { Template } from '../issuing/recipients.ts';
import { useApi } from '../lib/api.tsx';
import { useMembership } from '../lib/session.ts';
import { ChooseTable } from '../tables/choose-table.tsx';
import type { Columns } from '../tables/fields.ts';
import { MapColumns } from '../tables/map-columns.tsx';
import type { Table } from '../tables/table.ts';
import { WhileReading } from '../tables/while-reading.tsx';
import { Perform } from './perform.tsx';
import { correctionFields, matchCorrections } from './rows.ts';

/** Corrects the certificates that a table names, each with its own values. */
export function CorrectMany() {
  const { may } = useMembership();
  return (
    <Page
      title={t`Correct certificates from a table`}
      about={t`New values for the certificates that a table names, in up to 1,000 rows. Former links lead to the corrected ones.`}
      maw={760}
    >
      {may('certificates:write') ? (
        <WithTemplates />
      ) : (
        <Empty icon={IconLock} title={t`Your role can’t correct certificates`}>
          <Trans>An issuer, admin or owner of the organisation can correct them.</Trans>
        </Empty>
      )}
    </Page>
  );
}

function WithTemplates() {
  const { data, error, refetch } = useQuery(useApi().templates.list.queryOptions());
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  return data ? <CorrectionsForm templates={data.templates} /> : <Loading />;
}

function CorrectionsForm({ templates }: { templates: readonly Template[] }) {
  const [templateId, setTemplateId] = useState(templates.length === 1 ? templates[0]?.id : undefined);
  const [table, setTable] = useState<Table | null>(null);
  const [columns, setColumns] = useState<Columns>({});
  const [dates, setDates] = useState<DateOrder>('ymd');
  const [isReading, setReading] = useState(false);
  const template = templates.find(({ id }) => id === templateId);
  const match = (nextTable: Table | null, nextTemplate: Template | undefined) => {
    setTable(nextTable);
    setTemplateId(nextTemplate?.id);
    setColumns(nextTable && nextTemplate ? matchCorrections(nextTable, correctionFields(nextTemplate)) : {});
  };
  return (
    <Stack gap="lg">
      <WhileReading isReading={isReading}>
        <NativeSelect
          label={t`Template`}
          description={t`Its certificates have the values that the table corrects.`}
          data={[{ value: '', label: t`Choose…` }, ...templates.map(({ id, name }) => ({ value: id, label: name }))]}
          value={templateId ?? ''}
          onChange={(event) =>
            match(
              table,
              templates.find(({ id }) => id === event.currentTarget.value),
            )
          }
        />
      </WhileReading>
      <ChooseTable onTable={(next) => match(next, template)} onReading={setReading} />
      <WhileReading isReading={isReading}>
        {table && template && (
          <MapColumns
            fields={correctionFields(template)}
            {...{ table, columns, dates }}
            onColumns={setColumns}
            onDates={setDates}
          />
        )}
        {table && template && <Perform {...{ table, template, columns, dates }} />}
      </WhileReading>
    </Stack>
  );
}
