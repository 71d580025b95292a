import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../components/format.tsx';
import { StackedTable } from '../../components/stacked-table.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { useApi } from '../../lib/api.tsx';
import type { Outputs } from '../../lib/session.ts';
import { LoadMore } from '../shared/load-more.tsx';
import { Section } from '../shared/section.tsx';
import { ActionWords } from './action-words.tsx';
import { type Names, useNames } from './names.ts';

type Entry = Outputs['audit']['list']['entries'][number];

/** Lists who did what in the organisation. */
export function AuditLog() {
  const log = useInfiniteQuery(
    useApi().audit.list.infiniteQueryOptions(
      { limit: 50, withOperator: true },
      { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
    ),
  );
  const names = useNames();
  const entries = log.data?.pages.flatMap((page) => page.entries);
  const rows = (entries ?? []).map((entry) => ({ key: entry.id, cells: cellsOf(entry, names) }));
  return (
    <Section
      title="Audit log"
      about="Who did what, newest first. Certificates issued through the API are under Certificates; the key used is under Credits."
    >
      {log.error && <Failed error={log.error} onRetry={log.refetch} />}
      {log.isPending && <Loading rows={6} />}
      {entries?.length === 0 && (
        <Empty icon={IconHistory} title="No activity yet">
          Changes made by members and API keys appear here.
        </Empty>
      )}
      {rows.length > 0 && <StackedTable label="Audit log" columns={['When', 'Who', 'What']} rows={rows} />}
      <LoadMore {...log} />
    </Section>
  );
}

const cellsOf = (entry: Entry, names: Names) => [
  formatDateTime(entry.createdAt),
  <Text key="who" size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
    {entry.actor}
  </Text>,
  <ActionWords key="what" action={entry.action} subject={entry.subject} names={names} />,
];
