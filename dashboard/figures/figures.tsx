import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Card, Group, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../components/format.tsx';
import { Page } from '../components/page.tsx';
import { Empty, Failed, Loading } from '../components/states.tsx';
import { LOCALE } from '../language/language.ts';
import { useApi } from '../lib/api.tsx';
import { type Outputs, useMembership } from '../lib/session.ts';
import { DayBars } from '../overview/day-bars.tsx';
import { COUNTS, CountsTable } from './counts-table.tsx';
import { DEFAULT_PERIOD, PERIODS } from './periods.ts';

type Figures = Outputs['statistics']['figures'];

/** Maximum number of labels below the chart, which fit into 320 px. */
const MAX_LABELS = 3;

const month = new Intl.DateTimeFormat(LOCALE, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const monthText = (text: string): string => month.format(new Date(`${text}-01`));

/** Screen with an organisation's figures of several months, by month and by template. */
export function FiguresScreen() {
  const { id: organisationId } = useMembership();
  const [period, setPeriod] = useState(DEFAULT_PERIOD);
  const [templateId, setTemplateId] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(
    useApi().statistics.figures.queryOptions(
      { ...period.input, ...(templateId !== null && { templateId }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const isEmpty = data?.templates.length === 0;
  return (
    <Page
      title={t`Figures`}
      about={t`Your certificates and their use. Months are in UTC.`}
      actions={
        <Button
          variant="default"
          component="a"
          href={`/exports/figures.csv?${new URLSearchParams({ organisationId, ...asText(period.input) })}`}
          download
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          <Trans>Export as CSV</Trans>
        </Button>
      }
    >
      <Group gap="sm" align="flex-end">
        <Select
          label={t`Period`}
          data={PERIODS.map(({ label }) => label)}
          value={period.label}
          onChange={(label) => setPeriod(PERIODS.find((one) => one.label === label) ?? DEFAULT_PERIOD)}
          allowDeselect={false}
        />
        <Select
          label={t`Template`}
          placeholder={t`All`}
          data={optionsOf(data?.templates ?? [], templateId)}
          value={templateId}
          onChange={setTemplateId}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': t`All templates` }}
        />
      </Group>
      {error && !data && <Failed error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={4} />}
      {isEmpty && (
        <Empty icon={IconChartBar} title={t`Nothing in this period`}>
          <Trans>The certificates that you issue, and what people do with them, are counted here.</Trans>
        </Empty>
      )}
      {data && !isEmpty && (
        <Stack gap="lg">
          <Totals months={data.months} />
          <Card withBorder component="section">
            <Title order={2} size="h4" mb="md">
              <Trans>Issued and viewed</Trans>
            </Title>
            <DayBars
              days={data.months.map(({ month, issued, viewed }) => ({ label: monthText(month), issued, viewed }))}
              labelled={Math.ceil(data.months.length / MAX_LABELS)}
            />
          </Card>
          <CountsTable
            title={t`By template`}
            first={t`Template`}
            rows={data.templates.map((row) => ({ ...row, key: row.templateId ?? '', name: nameOf(row) }))}
          />
          <CountsTable
            title={t`By month`}
            first={t`Month`}
            rows={data.months.toReversed().map((row) => ({ ...row, key: row.month, name: monthText(row.month) }))}
          />
          <Text c="dimmed" size="sm">
            <Trans>
              E-mails delivered: sent and not bounced. Added to LinkedIn: uses of the button on the verification page.
              Verifications: by programs, including link previews.
            </Trans>
          </Text>
        </Stack>
      )}
    </Page>
  );
}

function Totals({ months }: { months: Figures['months'] }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
      {COUNTS.map(({ name, label }) => (
        <Card withBorder key={name} padding="sm">
          <Text c="dimmed" size="sm">
            {label}
          </Text>
          <Text fz={24} fw={650} className="tabular">
            {formatNumber(months.reduce((sum, row) => sum + row[name], 0))}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}

const nameOf = ({ templateId, name }: { templateId: string | null; name: string | null }): string =>
  name ?? (templateId === null ? t`Without a template` : t`Deleted template`);

/** Returns the choice of templates. A chosen one stays, also if it has nothing in the period. */
function optionsOf(templates: Figures['templates'], chosen: string | null) {
  const options = templates.flatMap(({ templateId, name }) =>
    templateId === null ? [] : { value: templateId, label: nameOf({ templateId, name }) },
  );
  const isListed = chosen === null || options.some(({ value }) => value === chosen);
  return isListed ? options : [...options, { value: chosen, label: t`Chosen template` }];
}

const asText = (input: object): Record<string, string> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
