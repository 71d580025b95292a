import { t } from '@lingui/core/macro';
import { Card, Title } from '@mantine/core';
import { formatNumber } from '../components/format.tsx';
import { StackedTable } from '../components/stacked-table.tsx';

/** Counts of a month or a template, in the order of the screen. */
export const COUNTS = [
  { name: 'issued', label: t`Issued` },
  { name: 'imported', label: t`Imports` },
  { name: 'delivered', label: t`E-mails delivered` },
  { name: 'viewed', label: t`Views` },
  { name: 'linkedIn', label: t`Added to LinkedIn` },
  { name: 'verified', label: t`Verifications` },
] as const;

type Row = Record<(typeof COUNTS)[number]['name'], number> & { key: string; name: string };

/** Table of counts. `first` is the name of the first column. */
export function CountsTable({ title, first, rows }: { title: string; first: string; rows: readonly Row[] }) {
  const labels = COUNTS.map(({ label }) => label);
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      <StackedTable
        label={title}
        columns={[first, ...labels]}
        numbers={labels}
        rows={rows.map((row) => ({
          key: row.key,
          cells: [row.name, ...COUNTS.map(({ name }) => formatNumber(row[name]))],
        }))}
      />
    </Card>
  );
}
