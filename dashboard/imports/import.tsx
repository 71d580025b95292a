import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Select, Stack, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DateOrder } from '../../tables/shared/types.ts';
import { Page } from '../components/page.tsx';
import { Empty, Failed, Loading } from '../components/states.tsx';
import type { Template } from '../issuing/recipients.ts';
import { useApi } from '../lib/api.tsx';
import { useMembership } from '../lib/session.ts';
import type { Columns } from '../tables/fields.ts';
import { MapColumns } from '../tables/map-columns.tsx';
import type { Table } from '../tables/table.ts';
import { WhileReading } from '../tables/while-reading.tsx';
import { ChooseFiles } from './choose-files.tsx';
import { importFields, matchImport } from './fields.ts';
import { Imported } from './imported.tsx';
import { Perform } from './perform.tsx';

/** Imports certificates that were issued elsewhere, from a table and their PDFs. */
export function ImportCertificates() {
  const { may } = useMembership();
  return (
    <Page
      title={t`Import certificates`}
      about={t`Certificates that another system issued: up to 1,000 rows of a table, with or without their PDFs.`}
      maw={760}
    >
      {may('certificates:import') ? (
        <WithTemplates />
      ) : (
        <Empty icon={IconLock} title={t`Your role can’t import certificates`}>
          <Trans>An owner or admin of the organisation can import them.</Trans>
        </Empty>
      )}
    </Page>
  );
}

function WithTemplates() {
  const { data, error, refetch } = useQuery(useApi().templates.list.queryOptions(undefined, { staleTime: 600_000 }));
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  return data ? <ImportForm templates={data.templates} /> : <Loading />;
}

function ImportForm({ templates }: { templates: readonly Template[] }) {
  const [template, setTemplate] = useState<Template | null>(null);
  const [issuer, setIssuer] = useState('');
  const [table, setTable] = useState<Table | null>(null);
  const [pdfs, setPdfs] = useState<ReadonlyMap<string, File>>(new Map());
  const [columns, setColumns] = useState<Columns>({});
  const [dates, setDates] = useState<DateOrder>('ymd');
  const [imported, setImported] = useState<number | null>(null);
  const [isReading, setReading] = useState(false);
  const fields = importFields(template);
  const take = (next: Table | null, from: Template | null) => {
    setTable(next);
    setTemplate(from);
    setColumns(next ? matchImport(next, importFields(from)) : {});
  };
  const again = () => {
    setImported(null);
    // A file that was chosen during the import is no longer read.
    setReading(false);
    take(null, template);
  };
  if (imported !== null)
    return (
      <Imported count={imported}>
        <Button variant="default" onClick={again}>
          <Trans>Import more</Trans>
        </Button>
      </Imported>
    );
  return (
    <Stack gap="lg">
      <WhileReading isReading={isReading}>
        <Select
          label={t`Template`}
          description={t`Renders certificates that have no PDF. Without one, each row needs its original PDF.`}
          placeholder={t({ message: 'None', context: 'template' })}
          clearable
          searchable
          data={templates.map(({ id, name }) => ({ value: id, label: name }))}
          value={template?.id ?? null}
          onChange={(id) => take(table, templates.find((one) => one.id === id) ?? null)}
        />
        <TextInput
          label={t`Issued through`}
          description={t`Name of the former platform. Everyone who verifies a certificate sees it.`}
          maxLength={200}
          value={issuer}
          onChange={(event) => setIssuer(event.currentTarget.value)}
        />
      </WhileReading>
      <ChooseFiles pdfs={pdfs} onTable={(next) => take(next, template)} onReading={setReading} onPdfs={setPdfs} />
      <WhileReading isReading={isReading}>
        {table && <MapColumns {...{ table, fields, columns, dates }} onColumns={setColumns} onDates={setDates} />}
        {table && (
          <Perform
            source={{ table, fields, columns, dates }}
            options={{ templateId: template?.id, issuer: issuer.trim() || undefined }}
            pdfs={pdfs}
            onDone={setImported}
          />
        )}
      </WhileReading>
    </Stack>
  );
}
